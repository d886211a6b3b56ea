/** The deadline of one operation. When the deadline passes, `signal` ends all fetches of the operation. */
export interface OperationClock {
  /** Aborted when the deadline passes or the caller disconnects. */
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /**
   * Reports whether the deadline has passed. If `signal` is aborted and `isOver` returns false, the caller
   * disconnected.
   */
  isOver(): boolean;
  /** Releases the timer and the caller's signal. */
  end(): void;
}

/** Starts the clock of one operation. `leaving` is aborted when the caller disconnects. */
export function startOperationClock(deadlineMs: number, leaving: AbortSignal | undefined): OperationClock {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new Error(`the operation took longer than ${deadlineMs} ms`));
  }, deadlineMs);
  const leave = () => controller.abort(leaving?.reason);
  if (leaving?.aborted) leave();
  else leaving?.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    deadlineMs,
    isOver: () => over,
    end() {
      clearTimeout(timer);
      leaving?.removeEventListener("abort", leave);
    },
  };
}
