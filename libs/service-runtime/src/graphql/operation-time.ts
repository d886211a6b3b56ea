import { DeadlineExceeded } from "../process/deadline.ts";

/** The deadline of one operation, and the connection of its caller. */
export interface OperationTime {
  /** Aborted when the deadline passes or the caller disconnects. */
  readonly signal: AbortSignal;
  /** Resolves when the deadline passes or `abandon` is called. Rejects when the caller disconnects. */
  readonly over: Promise<"late">;
  /** The time that the operation may take, in milliseconds, or 0 before `allow` is called. */
  readonly allowedMs: number;
  /** Sets the deadline to `ms` milliseconds from now. */
  allow(ms: number): void;
  /** Stops waiting for the operation, without aborting it. */
  abandon(): void;
  /** Releases the timer and the listener. */
  end(): void;
}

/** `caller` is aborted when the caller disconnects. */
export function openOperationTime(caller: AbortSignal): OperationTime {
  // A listener aborts `ending` when `caller` is aborted. `AbortSignal.any` is not used, because it would make up a
  // tenth of the time of a small request.
  const ending = new AbortController();
  const over = Promise.withResolvers<"late">();
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;
  const leave = () => {
    over.reject(caller.reason);
    ending.abort(caller.reason);
  };
  if (caller.aborted) leave();
  else caller.addEventListener("abort", leave, { once: true });
  const time = {
    signal: ending.signal,
    over: over.promise,
    allowedMs: 0,
    allow(ms: number) {
      time.allowedMs = ms;
      timer = setTimeout(() => {
        over.resolve("late");
        ending.abort(new DeadlineExceeded("the operation", ms));
      }, ms);
    },
    abandon() {
      if (isOpen) over.resolve("late");
    },
    end() {
      isOpen = false;
      clearTimeout(timer);
      caller.removeEventListener("abort", leave);
    },
  };
  return time;
}
