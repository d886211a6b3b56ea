/** Thrown when work exceeds its deadline. */
export class DeadlineExceeded extends Error {
  readonly afterMs: number;
  constructor(what: string, afterMs: number) {
    super(`${what} took longer than ${afterMs} ms`);
    this.name = "DeadlineExceeded";
    this.afterMs = afterMs;
  }
}

/**
 * Runs `work`, and waits for its result. Throws DeadlineExceeded after `ms` milliseconds. If `outer` is aborted
 * earlier, throws the reason of `outer`. In both cases, the signal that `work` received is aborted. If `work` ignores
 * this signal, it continues, but its result is dropped.
 */
export async function withDeadline<Result>(
  what: string,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(what, ms);
    late.reject(error);
    controller.abort(error);
  }, ms);
  const leave = () => {
    late.reject(outer?.reason);
    controller.abort(outer?.reason);
  };
  outer?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", leave);
  }
}

/** Resolves after `ms` milliseconds, or immediately when the signal is aborted. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}
