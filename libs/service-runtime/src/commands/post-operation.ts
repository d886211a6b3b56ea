import { z } from "zod";
import { readAnswer } from "../calls/read-answer.ts";
import { parseJson } from "../http/parse-json.ts";
import { unreachable } from "./unreachable.ts";

/** The address of the graph, and the token to send. */
export interface GraphAddress {
  /** The base URL, without a trailing slash and without "/graphql". */
  readonly url: string;
  readonly token: string;
}

export interface Operation {
  readonly query: string;
  readonly variables: object;
  readonly deadlineMs: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  readonly mostAnswerBytes?: number;
}

export type PostedOperation =
  /**
   * The server responded. `body` is the parsed response body, or undefined if the body is not JSON. `errors` contains
   * the GraphQL errors of the response.
   */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly body: unknown;
      readonly errors: readonly GraphError[];
    }
  /**
   * There was no complete response, so it is unknown whether the operation was executed. `lasting` is true if a retry
   * would not help.
   */
  | { readonly kind: "unanswered"; readonly message: string; readonly lasting: boolean }
  | { readonly kind: "interrupted" };

/** The size limit of a response. A page of boundaries has up to 8 MiB of stored data. As JSON, it is larger. */
const MOST_ANSWER_BYTES = 64 * 1_024 * 1_024;

const graphError = z.object({
  message: z.string(),
  extensions: z
    .object({
      code: z.string().optional(),
      requestId: z.string().optional(),
      fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    })
    .optional(),
});
export type GraphError = z.output<typeof graphError>;
const errorsAnswer = z.object({ errors: z.array(graphError).nullish() });

/** Sends one operation to the public graph, once. */
export async function postOperation(
  { url, token }: GraphAddress,
  { query, variables, deadlineMs, signal, mostAnswerBytes = MOST_ANSWER_BYTES }: Operation,
): Promise<PostedOperation> {
  const late = AbortSignal.timeout(deadlineMs);
  try {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
      redirect: "manual",
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    const body = parseJson((await readAnswer(response.body, mostAnswerBytes)).toString());
    const { data } = errorsAnswer.safeParse(body);
    return { kind: "answered", status: response.status, body, errors: data?.errors ?? [] };
  } catch (error) {
    if (signal?.aborted) return { kind: "interrupted" };
    if (late.aborted) {
      const message = `${url} did not answer within ${deadlineMs / 1_000} s`;
      return { kind: "unanswered", message, lasting: false };
    }
    return { kind: "unanswered", ...unreachable(url, error) };
  }
}
