type Nothing = undefined | null | false;

/**
 * Returns how many milliseconds to wait before the next poll: a tenth of the time since `beganMs`, at least
 * `everyMs`, and at most five times `everyMs`. So a long wait takes less processor time from what it waits for.
 */
export function pollPauseMs(beganMs: number, everyMs: number): number {
  return Math.min(Math.max(everyMs, (performance.now() - beganMs) / 10), 5 * everyMs);
}

/**
 * Polls until there is a value, and returns the value. Throws if there is no value after `withinMs` milliseconds. The
 * error message has `what` as its subject, for example "the second attempt". The first polls are `everyMs` milliseconds
 * apart, later ones up to five times as long.
 */
export async function until<Value>(
  what: string,
  poll: () => Promise<Value | Nothing> | Value | Nothing,
  withinMs = 60_000,
  everyMs = 10,
): Promise<Value> {
  const began = performance.now();
  for (;;) {
    const value = await poll();
    if (value) return value;
    if (performance.now() > began + withinMs) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pollPauseMs(began, everyMs)));
  }
}
