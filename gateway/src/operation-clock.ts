/** The time one operation has. Every fetch it needs ends with it. */
export interface OperationClock {
  /** Aborted when the time is over or the caller left. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Whether the time is over; false when the caller left before. */
  isOver(): boolean;
  /** Lets go of the timer and of the caller's signal. */
  end(): void;
}

/** Starts the clock of one operation. `leaving` is aborted when the caller leaves. */
export function startOperationClock(limitMs: number, leaving: AbortSignal | undefined): OperationClock {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new Error(`the operation took longer than ${limitMs} ms`));
  }, limitMs);
  const leave = () => controller.abort(leaving?.reason);
  if (leaving?.aborted) leave();
  else leaving?.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    limitMs,
    isOver: () => over,
    end() {
      clearTimeout(timer);
      leaving?.removeEventListener("abort", leave);
    },
  };
}
