import { STATUS_CODES } from "node:http";
import { type FieldError, inputErrors, isFailureCode, type PresentedFailure } from "./failure.ts";

/** A whole answer. The server adds the request id and the length. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Instead of a body: parts that are sent one by one, as events are. The next part is asked for only when the caller
   * took the one before, so a stream holds one part at most.
   */
  readonly stream?: AsyncIterable<string>;
}

/** An answer in JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonText(status, JSON.stringify(value), headers);
}

/** The same of what is JSON already. */
export function jsonText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body };
}

/** What went wrong, in any transport's words. */
export interface Problem {
  readonly status: number;
  /** One of the closed codes where one fits, else a code of the transport. */
  readonly code: string;
  /** One sentence that says what would work. */
  readonly message: string;
  readonly fields?: readonly FieldError[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What else a client may act on, beside the members every problem has. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

/** How one family of routes writes its errors. */
export type ProblemWriter = (problem: Problem, requestId: string) => Reply;

/**
 * Errors of REST routes: `application/problem+json` (RFC 9457) with `code`, `requestId` and `errors: [{field, message}]` as
 * extensions; `errors` is empty where no field is at fault.
 */
export const problemReply: ProblemWriter = ({ status, code, message, fields, headers, members }, requestId) => ({
  ...json(status, {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    code,
    requestId,
    ...members,
    errors: (inputErrors(code, message, fields) ?? []).map(({ path, message }) => ({ field: path, message })),
  }),
  headers: { ...headers, "content-type": "application/problem+json" },
});

/** Errors of GraphQL routes that happen before there is an operation. */
export const graphqlErrorReply: ProblemWriter = (
  { status, code: told, message, fields: errors, headers },
  requestId,
) => {
  const code = isFailureCode(told) ? told : "BAD_USER_INPUT";
  const fields = inputErrors(code, message, errors);
  return json(
    status,
    { errors: [{ message, extensions: { code, requestId, ...(fields ? { fields } : {}) } }] },
    headers,
  );
};

/** Thrown by the edge to answer at once with a problem, as when a body is too large. Never thrown by operations. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.name = "Refusal";
    this.problem = problem;
  }
}

/** A presented failure as a problem that can be answered or thrown; with 401 goes the way in which a token is sent. */
export function refusal(failure: PresentedFailure): Refusal {
  return new Refusal(failure.status === 401 ? { ...failure, headers: { "www-authenticate": "Bearer" } } : failure);
}
