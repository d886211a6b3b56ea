import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The reason why a request gets no more memory. `problem` is the answer to the caller. */
interface MemoryRefusal extends Error {
  readonly problem: { readonly code: string };
}

/** The counted memory of one request. */
export interface RequestMemory {
  /**
   * Counts bytes that are kept until the request is answered. If the memory of this request or of all requests would
   * exceed its limit, these bytes and all later bytes of this request are refused.
   */
  count(bytes: number): void;
  /** Does the same as `count`, and throws the refusal if there is one. */
  take(bytes: number): void;
  /**
   * Counts bytes that are allocated already, so they are never refused. They count towards the limits, so bytes that
   * are counted later may be refused, even bytes of other requests. A negative number subtracts bytes that are no
   * longer kept.
   */
  note(bytes: number): void;
  /** The number of bytes that are counted now. */
  readonly bytes: number;
  /**
   * The refusal, or undefined if there is none. Its status is 400 if this request needed too much memory, and 503 if
   * all requests together needed too much. After `release` there is always a refusal.
   */
  readonly refusal: MemoryRefusal | undefined;
  /** Resolves with `refusal` once there is one. */
  readonly refused: Promise<MemoryRefusal>;
  /** Subtracts all bytes of the request. It is called when the request is answered or its caller has disconnected. */
  release(): void;
}

/** The context of one request or one job. */
export interface RequestContext {
  readonly requestId: string;
  /** The W3C trace context of the incoming request. It is passed on even if this process sends no traces itself. */
  readonly traceparent: string | undefined;
  /** Aborted when the caller disconnects or the deadline passes. */
  readonly signal: AbortSignal;
  /**
   * Members that are added to the request's one log line. They never contain variables of GraphQL operations, bodies or
   * secrets.
   */
  readonly annotations: Record<string, unknown>;
  /** The memory of the request. A job has no such limit, because few jobs run at a time. */
  readonly memory?: RequestMemory;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with this context. Loggers and clients that `work` calls read the context. */
export function runInRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/**
 * Runs work without a request context. Use this for work that continues after its request has ended, or that several
 * requests share.
 */
export function runOutsideRequests<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Returns the context of the request being served, or undefined outside of a request. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** Adds members to the log line of the request being served. Does nothing outside of a request. */
export function annotateRequest(members: Readonly<Record<string, unknown>>): void {
  const context = storage.getStore();
  if (context) Object.assign(context.annotations, members);
}

/**
 * Counts bytes for the request being served. Does nothing outside of a request. Throws Refusal if the limit is
 * exceeded.
 */
export function takeMemory(bytes: number): void {
  storage.getStore()?.memory?.take(bytes);
}

/**
 * Begins a section of the request being served, such as one page of a stream. The caller calls the returned function
 * when nothing of the section is kept any more. That call subtracts the memory that was counted since the section
 * began.
 */
export function beginMemorySection(): () => void {
  const memory = storage.getStore()?.memory;
  const before = memory?.bytes ?? 0;
  return () => memory?.note(before - memory.bytes);
}

/** Returns the caller's request id if it is 1 to 128 safe characters, and otherwise a new UUID. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : randomUUID();
}

/** Returns the header if it has the W3C form of a trace context, and otherwise undefined. */
export function traceparentFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : undefined;
}
