import { parseJson } from "@network-access/service-runtime/parse-json";
import { readAnswer } from "@network-access/service-runtime/read-answer";
import { unreachable } from "@network-access/service-runtime/unreachable";
import { z } from "zod";
import type { Answered, CallFailure } from "../boundaries.ts";
import { errorsAnswer } from "./graph-answers.ts";

/** Where the graph is, and as whom it is asked. */
export interface GraphAddress {
  /** Without a slash at its end, and without "/graphql". */
  readonly url: string;
  readonly token: string;
}

interface Question {
  readonly query: string;
  readonly variables: object;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** A page of the largest boundaries has 8 MiB and their names around them. */
const MOST_ANSWER_BYTES = 64 * 1_024 * 1_024;
/** After these it is not known what was done. */
const unclearCodes = new Set(["UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT", "INTERNAL_SERVER_ERROR", "RATE_LIMITED"]);

/** Sends one operation, once. */
export async function askGraph<Data>(
  { url, token }: GraphAddress,
  { query, variables, deadlineMs, signal }: Question,
  shape: z.ZodType<Data>,
): Promise<Answered<Data>> {
  const failed = (failure: CallFailure): Answered<Data> => ({ ok: false, failure });
  const late = AbortSignal.timeout(deadlineMs);
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
      redirect: "manual",
      signal: AbortSignal.any([signal, late]),
    });
    status = response.status;
    body = parseJson((await readAnswer(response.body, MOST_ANSWER_BYTES)).toString());
  } catch (error) {
    if (signal.aborted) return failed({ kind: "interrupted" });
    if (late.aborted)
      return failed({ kind: "unclear", message: `${url} did not answer within ${deadlineMs / 1_000} s` });
    const { message, lasting } = unreachable(url, error);
    return failed(lasting ? refused("UNREACHABLE", message) : { kind: "unclear", message });
  }
  const errors = errorsAnswer.safeParse(body);
  if (errors.success) return failed(failureOf(errors.data.errors));
  const answered = z.object({ data: shape }).safeParse(body);
  if (answered.success) return { ok: true, answer: answered.data.data };
  if (status >= 500 || status === 429 || status === 408)
    return failed({ kind: "unclear", message: `${url} answers ${status}` });
  return failed(refused(String(status), whatElse(url, status)));
}

function failureOf(errors: z.output<typeof errorsAnswer>["errors"]): CallFailure {
  const [first] = errors;
  const { code = "", requestId, fields = [] } = first?.extensions ?? {};
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  const message = `${first?.message ?? "it failed without a word"}${request}`;
  if (unclearCodes.has(code)) return { kind: "unclear", message };
  return { kind: "refused", code, message, fields };
}

function refused(code: string, message: string): CallFailure {
  return { kind: "refused", code, message, fields: [] };
}

/** For answers that come from something else, or something in between. */
function whatElse(url: string, status: number): string {
  if (status >= 300 && status < 400) return `${url} leads elsewhere; give the graph's own address`;
  if (status === 413) return "something on the way takes no body of this size; it has to let 4 MiB pass";
  return `what answers at ${url}/graphql is not the graph of this service (${status})`;
}
