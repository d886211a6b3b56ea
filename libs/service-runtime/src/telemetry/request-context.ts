import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Why a request gets no more memory; `problem` is what the caller is told. */
interface MemoryRefusal extends Error {
  readonly problem: { readonly code: string };
}

/** What one request keeps in memory, as far as it was counted. */
export interface RequestMemory {
  /** Counts bytes that are kept until the request is answered, or refuses them and everything from then on. */
  count(bytes: number): void;
  /** The same; throws the refusal. */
  take(bytes: number): void;
  /** Counts what is there already; others are refused for it, not this request. */
  note(bytes: number): void;
  /** Why this request gets no more: too much for one request (400) or for all together (503); undefined while it does. */
  readonly refusal: MemoryRefusal | undefined;
  /** Resolves with it. */
  readonly refused: Promise<MemoryRefusal>;
  /** The request is answered or its caller gone. */
  release(): void;
}

/** What belongs to one request or one job while it is worked on. */
export interface RequestContext {
  readonly requestId: string;
  /** W3C trace context as it came in, passed on even when this process sends no traces itself. */
  readonly traceparent: string | undefined;
  /** Aborted when the caller leaves or the time is over. */
  readonly signal: AbortSignal;
  /** Members that join the one log line of this request. Never variables, bodies or secrets. */
  readonly annotations: Record<string, unknown>;
  /** Absent for a job: what jobs take is bounded by how many run at once. */
  readonly memory?: RequestMemory;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that loggers and clients below it know which request they serve. */
export function runInRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Runs what goes on when the request that began it is over, or serves others as well: it belongs to no request. */
export function runOutsideRequests<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** The request being served, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** Adds members to the log line of the request being served; does nothing outside of one. */
export function annotateRequest(members: Readonly<Record<string, unknown>>): void {
  const context = storage.getStore();
  if (context) Object.assign(context.annotations, members);
}

/** Counts bytes for the request being served; does nothing outside of one. Throws Refusal where they are too many. */
export function takeMemory(bytes: number): void {
  storage.getStore()?.memory?.take(bytes);
}

/** The caller's own request id when it is 1 to 128 harmless characters, else a new UUID. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : randomUUID();
}

/** A trace context header of the W3C form, or undefined. */
export function traceparentFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : undefined;
}
