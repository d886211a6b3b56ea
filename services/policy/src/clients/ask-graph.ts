import {
  type GraphAddress,
  type GraphError,
  type Operation,
  postOperation,
} from "@network-access/service-runtime/post-operation";
import { z } from "zod";
import type { Answered, CallFailure } from "../boundaries.ts";

/** After an error with one of these codes, it is unknown whether the operation was performed. */
const unclearCodes = new Set(["UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT", "INTERNAL_SERVER_ERROR", "RATE_LIMITED"]);

/** Sends one operation once, and classifies a failure. */
export async function askGraph<Data>(
  address: GraphAddress,
  operation: Operation,
  shape: z.ZodType<Data>,
): Promise<Answered<Data>> {
  const { url } = address;
  const failed = (failure: CallFailure): Answered<Data> => ({ ok: false, failure });
  const posted = await postOperation(address, operation);
  if (posted.kind === "interrupted") return failed(posted);
  if (posted.kind === "unanswered")
    return failed(
      posted.lasting ? refused("UNREACHABLE", posted.message) : { kind: "unclear", message: posted.message },
    );
  const { status, body, errors } = posted;
  const [first] = errors;
  if (first !== undefined) return failed(failureOf(first));
  const answered = z.object({ data: shape }).safeParse(body);
  if (answered.success) return { ok: true, answer: answered.data.data };
  if (status >= 500 || status === 429 || status === 408)
    return failed({ kind: "unclear", message: `${url} answers ${status}` });
  return failed(refused(String(status), hintFor(url, status)));
}

function failureOf({ message: text, extensions }: GraphError): CallFailure {
  const { code = "", requestId, fields = [] } = extensions ?? {};
  const message = `${text}${requestId === undefined ? "" : ` (request ${requestId})`}`;
  if (unclearCodes.has(code)) return { kind: "unclear", message };
  return { kind: "refused", code, message, fields };
}

function refused(code: string, message: string): CallFailure {
  return { kind: "refused", code, message, fields: [] };
}

/** Returns a hint for a response that came from another server or from a proxy. */
function hintFor(url: string, status: number): string {
  if (status >= 300 && status < 400) return `${url} redirects; give the graph's own address`;
  if (status === 413) return "a proxy refuses bodies of this size; allow 4 MiB";
  return `${url}/graphql is not the graph of this service (${status})`;
}
