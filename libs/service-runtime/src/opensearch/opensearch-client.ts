import { Pool } from "undici";
import type { PresentedFailure } from "../http/failure.ts";
import { Refusal } from "../http/http-reply.ts";
import { takeMemory } from "../telemetry/request-context.ts";

/** OpenSearch can't be reached, did not answer in time, is overloaded, or has closed the index. */
export class IndexAway extends Error {
  constructor(what: string, cause?: unknown) {
    super(`OpenSearch does not answer: ${what}`, { cause });
    this.name = "IndexAway";
  }
}

/** A deadline, of OpenSearch or of the client, passed before the call was done. */
export class IndexLate extends IndexAway {
  constructor(what: string, cause?: unknown) {
    super(what, cause);
    this.message = `OpenSearch took too long: ${what}`;
    this.name = "IndexLate";
  }
}

/** The limit of concurrent calls is reached; this one was not sent. */
export class IndexBusy extends IndexAway {
  constructor(what: string) {
    super(what);
    this.message = `too many calls to OpenSearch: ${what}`;
    this.name = "IndexBusy";
  }
}

/** Whether an index is closed or blocked for reads or writes: a temporary state, and not an error of the caller. */
export function isOutOfService(errorType: string): boolean {
  return errorType === "cluster_block_exception" || errorType === "index_closed_exception";
}

/** One error as OpenSearch reports it. */
export interface IndexCause {
  readonly type: string;
  readonly reason: string;
}

/** OpenSearch answered with an error. */
export class IndexRefused extends Error {
  readonly status: number;
  /** OpenSearch's name of the error, such as `index_not_found_exception`. */
  readonly type: string;
  /** Its causes, the innermost last. */
  readonly causes: readonly IndexCause[];
  constructor(status: number, type: string, reason: string, causes: readonly IndexCause[] = []) {
    super(`OpenSearch answered ${status} ${type}: ${reason}`);
    this.name = "IndexRefused";
    this.status = status;
    this.type = type;
    this.causes = causes;
  }
}

/** How an edge presents an unavailable OpenSearch; undefined for any other error. */
export function presentIndexAway(error: unknown): PresentedFailure | undefined {
  if (!(error instanceof IndexAway)) return undefined;
  if (error instanceof IndexLate) {
    const message = "the index took too long, and nothing was changed; ask for less, or try again in a moment";
    return { code: "UPSTREAM_TIMEOUT", status: 504, message };
  }
  if (error instanceof IndexBusy) {
    const message = "too many searches are running at once; try again in a second";
    return { code: "UPSTREAM_UNAVAILABLE", status: 503, message };
  }
  const message = "the index does not answer, and nothing was changed; try again in a moment";
  return { code: "UPSTREAM_UNAVAILABLE", status: 503, message };
}

/** Calls to OpenSearch. Responses are returned unparsed: adapters read what they need. */
export interface OpenSearchClient {
  /** `body` is JSON, or lines of JSON when it is a list. Throws IndexAway (IndexLate on a timeout), IndexRefused, or Refusal when the response takes too much memory. */
  call(
    method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    deadlineMs?: number,
  ): Promise<unknown>;
  stop(): Promise<void>;
}

/** Creates a pool of connections. A user and password in the URL are sent as a header. */
export function createOpenSearchClient(
  url: string,
  { deadlineMs = 10_000 }: { readonly deadlineMs?: number } = {},
): OpenSearchClient {
  const { origin, pathname, username, password } = new URL(url);
  const base = pathname.replace(/\/$/, "");
  const pool = new Pool(origin, { connections: 16, connect: { timeout: 2_000 }, keepAliveTimeout: 20_000 });
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const authorization: Record<string, string> = username ? { authorization: `Basic ${credentials}` } : {};

  return {
    async call(method, path, body, limitMs = deadlineMs) {
      const lines = Array.isArray(body);
      const text = lines
        ? body.map((line) => `${JSON.stringify(line)}\n`).join("")
        : body === undefined
          ? null
          : JSON.stringify(body);
      const type = lines ? "application/x-ndjson" : "application/json";
      const headers = {
        ...authorization,
        accept: "application/json",
        ...(text === null ? {} : { "content-type": type }),
      };
      const signal = AbortSignal.timeout(limitMs);
      const answer = await pool
        .request({ method, path: base + path, headers, body: text, signal })
        .then(async ({ statusCode, body: stream }) => ({ status: statusCode, text: await readText(stream) }))
        .catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          const Lack = signal.aborted ? IndexLate : IndexAway;
          throw new Lack(`${method} ${path.split("?")[0]}`, error);
        });
      if (answer.status >= 400) {
        const error = refused(answer.status, answer.text);
        if (isOutOfTime(error)) throw new IndexLate(`${method} ${path.split("?")[0]}`, error);
        if (answer.status === 429 || answer.status >= 500 || isOutOfService(error.type))
          throw new IndexAway(`${method} ${path.split("?")[0]}`, error);
        throw error;
      }
      return answer.text === "" ? undefined : JSON.parse(answer.text);
    },
    stop: () => pool.close(),
  };
}

/** A response is in memory as bytes, as text and parsed. */
const COPIES = 3;

async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    takeMemory(COPIES * chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** OpenSearch reports a timeout in three ways, depending on the phase. */
function isOutOfTime({ type, message, causes }: IndexRefused): boolean {
  return [{ type, reason: message }, ...causes].some(
    (cause) =>
      cause.type === "time_exceeded_exception" ||
      (cause.type === "query_phase_execution_exception" && cause.reason.includes("Time exceeded")) ||
      (cause.type === "task_cancelled_exception" && cause.reason.includes("Cancellation timeout")),
  );
}

function refused(status: number, text: string): IndexRefused {
  try {
    const { type, reason, failed_shards } = JSON.parse(text).error;
    const causes: IndexCause[] = [];
    for (let cause = failed_shards?.[0]?.reason; cause && causes.length < 10; cause = cause.caused_by)
      causes.push({ type: String(cause.type), reason: String(cause.reason) });
    return new IndexRefused(status, String(type), String(reason), causes);
  } catch {
    return new IndexRefused(status, "unknown", text.slice(0, 200));
  }
}
