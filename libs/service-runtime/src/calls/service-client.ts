import { Pool } from "undici";
import type { z } from "zod";
import { parseJson } from "../http/parse-json.ts";
import { errorCode } from "../process/error-code.ts";
import { currentTraceparent, withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { histogram } from "../telemetry/metrics.ts";
import { currentRequest } from "../telemetry/request-context.ts";
import { IDLE_CONNECTIONS } from "./idle-connections.ts";
import { readAnswer } from "./read-answer.ts";

const durations = histogram({
  name: "service_call_duration_seconds",
  help: "Duration of calls to other services",
  labels: ["callee", "outcome"],
});

/** The maximum size of an error response whose body is returned in a `CallFailure`. A larger body is left out. */
const MOST_ERROR_BYTES = 64 * 1_024;

/**
 * Why a call failed. `refused` means that the response body can't be parsed, or that the response has an error status
 * for which no other kind exists.
 * - `code` is the error code in the response, if there is one. If a body can't be parsed, `code` is UNREADABLE_ANSWER.
 * - `body` is the parsed body of the error response. It is missing if the body is not JSON or has more than 64 KiB. It
 *   is never logged.
 */
export type CallFailure =
  | { readonly kind: "unavailable"; readonly callee: string }
  | { readonly kind: "timeout"; readonly callee: string; readonly afterMs: number }
  | { readonly kind: "not-found"; readonly callee: string; readonly body?: unknown }
  | {
      readonly kind: "refused";
      readonly callee: string;
      readonly status: number;
      readonly code: string | undefined;
      readonly body?: unknown;
    };

export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure };

/** Options of one call. */
export interface CallOptions {
  /** The time limit of the call in milliseconds, including a retry. The default is the client's deadline. */
  readonly deadlineMs?: number;
  /**
   * The time at which the caller's own deadline passes, as a value of `performance.now()`. The call ends at this time
   * even if `deadlineMs` allows more time.
   */
  readonly endsAt?: number;
  /** For `postJson`: whether the call is idempotent. An idempotent call is retried once after a connection reset. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of one service. It sends the request id, the trace context and an access token with each request, and parses
 * JSON responses.
 */
export interface ServiceClient {
  /** `path` begins with "/" and is encoded already. */
  getJson<Value>(path: string, answer: z.ZodType<Value>, options?: CallOptions): Promise<CallResult<Value>>;
  postJson<Value>(
    path: string,
    body: unknown,
    answer: z.ZodType<Value>,
    options?: CallOptions,
  ): Promise<CallResult<Value>>;
  /** The call is retried once after a connection reset. */
  putJson<Value>(
    path: string,
    body: unknown,
    answer: z.ZodType<Value>,
    options?: CallOptions,
  ): Promise<CallResult<Value>>;
  /** Returns the body of the response, unparsed. */
  getBytes(path: string, options?: CallOptions): Promise<CallResult<Buffer>>;
  stop(): Promise<void>;
}

/** Creates a client that uses a pool of connections to one service. */
export function createServiceClient(options: {
  /** Name of the callee in logs, metrics and failures. */
  readonly callee: string;
  /** Scheme, host, port and an optional path, to which each call's path is appended. */
  readonly url: string;
  readonly logger: Logger;
  /**
   * Returns the access token for a request. If the returned promise rejects, the call fails with `unavailable`. If
   * `token` is undefined, requests have no access token.
   */
  readonly token: (() => Promise<string>) | undefined;
  /** The default is 2,000. */
  readonly deadlineMs?: number;
  /** The default is 50. */
  readonly connections?: number;
  /** The size limit of a response. The default is 32 MiB. */
  readonly maxAnswerBytes?: number;
}): ServiceClient {
  const { callee, url, logger, token, deadlineMs = 2_000, connections = 50 } = options;
  const maxAnswerBytes = options.maxAnswerBytes ?? 32 * 1_024 * 1_024;
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, "");
  for (const outcome of ["ok", "unavailable", "timeout", "not-found", "refused"]) durations.zero({ callee, outcome });
  const pool = new Pool(origin, { connections, connect: { timeout: 1_000 }, ...IDLE_CONNECTIONS });

  async function call<Value>(
    method: "GET" | "POST" | "PUT",
    path: string,
    body: unknown,
    read: (content: Buffer) => z.ZodSafeParseResult<Value>,
    given: CallOptions = {},
  ): Promise<CallResult<Value>> {
    const leftMs = given.endsAt === undefined ? Number.POSITIVE_INFINITY : given.endsAt - performance.now();
    const allowedMs = Math.max(0, Math.floor(Math.min(given.deadlineMs ?? deadlineMs, leftMs)));
    const late = AbortSignal.timeout(allowedMs);
    const outer = given.signal ?? currentRequest()?.signal;
    const signal = outer ? AbortSignal.any([outer, late]) : late;
    const repeatable = method !== "POST" || given.idempotent === true;
    const stop = durations.startTimer({ callee });
    const fail = (failure: CallFailure, cause?: unknown): CallResult<Value> => {
      stop({ outcome: failure.kind });
      const details = failure.kind === "refused" ? { status: failure.status, code: failure.code } : {};
      if (failure.kind !== "not-found")
        logger.warn({ callee, method, failure: failure.kind, ...details, err: cause }, "a call failed");
      return { ok: false, failure };
    };

    return withSpan(`${method} ${callee}`, { kind: "client" }, async () => {
      try {
        const headers = await headersOf(given, body !== undefined);
        const text = body === undefined ? null : JSON.stringify(body);
        const send = () => pool.request({ method, path: base + path, headers, body: text, signal });
        const response = await send().catch((error: unknown) => {
          if (repeatable && !signal.aborted && wasReset(error)) return send();
          throw error;
        });
        const status = response.statusCode;
        const content = await readAnswer(response.body, maxAnswerBytes);
        if (status === 404) return fail({ kind: "not-found", callee, ...errorBody(content) });
        if (status === 503) return fail({ kind: "unavailable", callee });
        if (status === 504) return fail({ kind: "timeout", callee, afterMs: allowedMs });
        if (status < 200 || status > 299)
          return fail({ kind: "refused", callee, status, code: codeOf(content), ...errorBody(content) });
        const parsed = read(content);
        if (!parsed.success) return fail({ kind: "refused", callee, status, code: "UNREADABLE_ANSWER" }, parsed.error);
        stop({ outcome: "ok" });
        return { ok: true, value: parsed.data };
      } catch (error) {
        if (late.aborted) return fail({ kind: "timeout", callee, afterMs: allowedMs }, error);
        return fail({ kind: "unavailable", callee }, error);
      }
    });
  }

  async function headersOf(given: CallOptions, withBody: boolean): Promise<Record<string, string>> {
    const headers: Record<string, string> = { accept: "application/json", ...given.headers };
    if (withBody) headers["content-type"] = "application/json";
    const requestId = currentRequest()?.requestId;
    const traceparent = currentTraceparent();
    if (requestId) headers["x-request-id"] = requestId;
    if (traceparent) headers.traceparent = traceparent;
    if (token) headers.authorization = `Bearer ${await token()}`;
    return headers;
  }

  return {
    getJson: (path, answer, given) => call("GET", path, undefined, asJson(answer), given),
    postJson: (path, body, answer, given) => call("POST", path, body, asJson(answer), given),
    putJson: (path, body, answer, given) => call("PUT", path, body, asJson(answer), given),
    getBytes: (path, given = {}) =>
      call("GET", path, undefined, asBytes, { ...given, headers: { accept: "*/*", ...given.headers } }),
    stop: () => pool.close(),
  };
}

function asJson<Value>(answer: z.ZodType<Value>): (content: Buffer) => z.ZodSafeParseResult<Value> {
  return (content) => answer.safeParse(parseJson(content.toString()));
}

function asBytes(content: Buffer): z.ZodSafeParseSuccess<Buffer> {
  return { success: true, data: content };
}

function codeOf(content: Buffer): string | undefined {
  return errorCode(parseJson(content.toString()));
}

function errorBody(content: Buffer): { readonly body?: unknown } {
  const body = content.length > MOST_ERROR_BYTES ? undefined : parseJson(content.toString());
  return body === undefined ? {} : { body };
}

function wasReset(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}
