import type { IncomingHttpHeaders } from "node:http";
import { jsonText, Refusal, type Reply } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import type { Caller } from "../callers/caller.ts";
import type { Admission, CallerRefusal } from "../callers/identify-caller.ts";
import type { Message, MessageAnswer } from "../protocol/package-answer.ts";
import type { VisibleTools } from "../protocol/tool-list.ts";
import { type AcceptedPlaces, checkHead, originHeaders } from "./check-head.ts";
import { messageProblem } from "./message-problem.ts";

interface Needs {
  readonly path: string;
  readonly places: AcceptedPlaces;
  /** Checks the rate, the key and the user, in this order. */
  readonly admit: (headers: IncomingHttpHeaders) => Promise<Admission>;
  readonly toolsOf: (caller: Caller) => VisibleTools;
  readonly answer: (message: Message) => Promise<MessageAnswer>;
}

const MOST_BODY_BYTES = 256 * 1_024;
/**
 * The time limit of a request. It covers the admission (about 6 s at most), the call (20 s at most) and sending the
 * answer.
 */
const TIMEOUT_MS = 30_000;
const PROTOCOL_HEADERS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;

/**
 * Creates the route for messages of the Model Context Protocol. It reads no part of a body before the caller is
 * identified.
 */
export function createEndpointRoute(needs: Needs): Route {
  return {
    ...{ method: "*", path: needs.path, maxBodyBytes: MOST_BODY_BYTES, timeoutMs: TIMEOUT_MS },
    problems: messageProblem,
    answerHeaders: (headers) => originHeaders(headers, needs.places),
    handle: async (request) => {
      const head = checkHead(request.method, request.headers, needs.places);
      if (head.kind === "preflight") return { status: 204, headers: head.headers };
      if (head.kind === "refused") throw refusal(head.refusal, head.headers);
      const admission = await needs.admit(request.headers);
      if (!admission.ok) throw refusal(admission.refusal);
      return answerFrom(needs, request, admission.caller);
    },
  };
}

async function answerFrom(
  { toolsOf, answer }: Needs,
  { headers, requestId, signal, json }: HttpRequest,
  caller: Caller,
): Promise<Reply> {
  const body = await json();
  const protocol = PROTOCOL_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  const message = { body, headers: Object.fromEntries(protocol), caller, tools: toolsOf(caller), signal, requestId };
  const { status, body: text, callerRefused } = await answer(message);
  if (callerRefused !== undefined) throw refusal({ status: 403, message: callerRefused });
  // A notification has no answer.
  return text === "" ? { status } : jsonText(status, text);
}

function refusal(
  { status, message, retryAfterSeconds }: Omit<CallerRefusal, "status"> & { readonly status: number },
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return new Refusal({
    ...{ status, code: "REFUSED", message },
    headers: {
      ...headers,
      ...(status === 401 && { "www-authenticate": "ApiKey" }),
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    },
  });
}
