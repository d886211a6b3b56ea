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
   * exceed its limit, the bytes are not counted and `refusal` is set. Later calls of `count` and `take` for this
   * request then count no bytes either.
   */
  count(bytes: number): void;
  /** Does the same as `count`, and throws the refusal if there is one. */
  take(bytes: number): void;
  /**
   * Counts bytes that are already allocated. This call never refuses them. But they count towards the limits, so later
   * calls of `count` and `take` may refuse bytes, even in other requests. A negative number subtracts bytes that are no
   * longer kept.
   */
  note(bytes: number): void;
  /** The number of bytes that are counted now. */
  readonly bytes: number;
  /**
   * The error that refuses more memory to this request. Undefined while the request may use more memory. The error has
   * status 400 if this request exceeded its own limit, and 503 if all requests together exceeded their common limit.
   * After a call of `release`, `refusal` is always set.
   */
  readonly refusal: MemoryRefusal | undefined;
  /** Resolves with `refusal` once there is one. */
  readonly refused: Promise<MemoryRefusal>;
  /**
   * Subtracts all bytes of the request from the counted memory. It is called when the request is answered or its caller
   * has disconnected.
   */
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
   * Further members of the log line about the request. They never contain variables of GraphQL operations, bodies or
   * secrets.
   */
  readonly annotations: Record<string, unknown>;
  /**
   * Counts and limits the memory of the request. Undefined for jobs, which need no such limit because few jobs run at a
   * time.
   */
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
 * Begins a section of the current request, such as one page of a stream. Returns a function that ends the section: it
 * subtracts the memory that was counted since the section began. The caller must end the section only when no data of
 * the section is kept any more.
 */
export function beginMemorySection(): () => void {
  const memory = storage.getStore()?.memory;
  const before = memory?.bytes ?? 0;
  return () => memory?.note(before - memory.bytes);
}

/**
 * Returns the header if it consists of 1 to 128 characters, each of which is a letter, a digit, `.`, `_`, `:` or `-`.
 * Otherwise returns a new UUID.
 */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : randomUUID();
}

/** Returns the header if it is a valid W3C `traceparent`, and otherwise undefined. */
export function traceparentFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : undefined;
}
