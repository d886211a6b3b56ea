import { Pool } from "undici";
import type { z } from "zod";
import { parseJson } from "../http/parse-json.ts";
import { currentTraceparent, withSpan } from "../process/telemetry.ts";
import type { Logger } from "../telemetry/logger.ts";
import { histogram } from "../telemetry/metrics.ts";
import { currentRequest } from "../telemetry/request-context.ts";
import { readAnswer } from "./read-answer.ts";

const durations = histogram({
  name: "service_call_duration_seconds",
  help: "Calls to other services",
  labels: ["callee", "outcome"],
});

/** Why a call gave no value. `refused` is any other status, with the code of the answer where it has one. */
export type CallFailure =
  | { readonly kind: "unavailable"; readonly callee: string }
  | { readonly kind: "timeout"; readonly callee: string; readonly afterMs: number }
  | { readonly kind: "not-found"; readonly callee: string }
  | { readonly kind: "refused"; readonly callee: string; readonly status: number; readonly code: string | undefined };

export type Called<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure };

/** One call. */
export interface CallOptions {
  /** Milliseconds for everything, a repetition included; the client's when left out. */
  readonly deadlineMs?: number;
  /** For `postJson`: whether the same call twice does no harm, so that a reset connection is tried once more. */
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls to one other service. Answers in JSON are parsed; request id, trace context and token go along. */
export interface ServiceClient {
  /** `path` begins with "/" and is already encoded. */
  getJson<Value>(path: string, answer: z.ZodType<Value>, options?: CallOptions): Promise<Called<Value>>;
  postJson<Value>(path: string, body: unknown, answer: z.ZodType<Value>, options?: CallOptions): Promise<Called<Value>>;
  /** The body of the answer as it is. */
  getBytes(path: string, options?: CallOptions): Promise<Called<Buffer>>;
  stop(): Promise<void>;
}

/** A pool of connections to one service. */
export function createServiceClient(options: {
  /** Name of the callee in logs, figures and failures. */
  readonly callee: string;
  /** Scheme, host and port; a path is put before every call's. */
  readonly url: string;
  readonly logger: Logger;
  /** The token to show; undefined sends none. A rejection counts as unavailable. */
  readonly token: (() => Promise<string>) | undefined;
  /** 2,000 when left out. */
  readonly deadlineMs?: number;
  /** 50 when left out. */
  readonly connections?: number;
  /** Largest answer; 32 MiB when left out. */
  readonly maxAnswerBytes?: number;
}): ServiceClient {
  const { callee, url, logger, token, deadlineMs = 2_000, connections = 50 } = options;
  const maxAnswerBytes = options.maxAnswerBytes ?? 32 * 1_024 * 1_024;
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, "");
  const pool = new Pool(origin, { connections, connect: { timeout: 1_000 }, keepAliveTimeout: 20_000 });

  async function call<Value>(
    method: "GET" | "POST",
    path: string,
    body: unknown,
    read: (content: Buffer) => z.ZodSafeParseResult<Value>,
    given: CallOptions = {},
  ): Promise<Called<Value>> {
    const allowedMs = given.deadlineMs ?? deadlineMs;
    const late = AbortSignal.timeout(allowedMs);
    const outer = given.signal ?? currentRequest()?.signal;
    const signal = outer ? AbortSignal.any([outer, late]) : late;
    const repeatable = method === "GET" || given.idempotent === true;
    const stop = durations.startTimer({ callee });
    const fail = (failure: CallFailure, cause?: unknown): Called<Value> => {
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
        if (status === 404) return fail({ kind: "not-found", callee });
        if (status === 503) return fail({ kind: "unavailable", callee });
        if (status === 504) return fail({ kind: "timeout", callee, afterMs: allowedMs });
        if (status < 200 || status > 299) return fail({ kind: "refused", callee, status, code: codeOf(content) });
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
    getJson: (path, answer, given) => call("GET", path, undefined, inJson(answer), given),
    postJson: (path, body, answer, given) => call("POST", path, body, inJson(answer), given),
    getBytes: (path, given = {}) =>
      call("GET", path, undefined, asItIs, { ...given, headers: { accept: "*/*", ...given.headers } }),
    stop: () => pool.close(),
  };
}

function inJson<Value>(answer: z.ZodType<Value>): (content: Buffer) => z.ZodSafeParseResult<Value> {
  return (content) => answer.safeParse(parseJson(content.toString()));
}

function asItIs(content: Buffer): z.ZodSafeParseSuccess<Buffer> {
  return { success: true, data: content };
}

function codeOf(content: Buffer): string | undefined {
  const value = parseJson(content.toString());
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string"
    ? value.code
    : undefined;
}

function wasReset(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}
