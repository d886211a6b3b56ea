import { STATUS_CODES } from "node:http";
import { type FieldError, inputErrors, isFailureCode, type PresentedFailure } from "./failure.ts";

/**
 * A response. The server adds the header `x-request-id`. It also adds `content-length`, except to streams and to
 * responses with the status 204 or 304.
 */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Parts that are sent one after another instead of a body, for example events. While the response's write buffer is
   * full, no further part is generated.
   */
  readonly stream?: AsyncIterable<string>;
}

/** Returns a JSON response. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonText(status, JSON.stringify(value), headers);
}

/** Returns a JSON response from a text that is JSON already. */
export function jsonText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body };
}

/** An error response, independent of the transport. */
export interface Problem {
  readonly status: number;
  /** A `FailureCode`, or a code that only HTTP responses use, such as `METHOD_NOT_ALLOWED`. */
  readonly code: string;
  /** One sentence that says what to change. */
  readonly message: string;
  readonly fields?: readonly FieldError[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members that a client may act on. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

/** Formats the errors of one family of routes. */
export type ProblemWriter = (problem: Problem, requestId: string) => Reply;

/**
 * Writes errors of REST routes as `application/problem+json` (RFC 9457). The members `code`, `requestId` and
 * `errors: [{field, message}]` are extensions. `errors` contains the field errors. If refused input has no field
 * errors, `errors` contains one entry with the field "". For any other error without field errors, `errors` is empty.
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

/**
 * Formats an error as a GraphQL response. It is used for requests that have no operation result, for example because
 * the caller was not admitted.
 */
export const graphqlErrorReply: ProblemWriter = (
  { status, code: given, message, fields: errors, headers },
  requestId,
) => {
  const code = isFailureCode(given) ? given : "BAD_USER_INPUT";
  const fields = inputErrors(code, message, errors);
  return json(
    status,
    { errors: [{ message, extensions: { code, requestId, ...(fields ? { fields } : {}) } }] },
    headers,
  );
};

/**
 * Ends a request with an error response. A transport throws it, for example when a body is too large. Operations do not
 * throw it themselves, but `takeMemory` may throw it inside an operation.
 */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.name = "Refusal";
    this.problem = problem;
  }
}

/** Converts a presented failure to a Refusal. If the status is 401, adds the header `www-authenticate: Bearer`. */
export function refusal(failure: PresentedFailure): Refusal {
  return new Refusal(failure.status === 401 ? { ...failure, headers: { "www-authenticate": "Bearer" } } : failure);
}
