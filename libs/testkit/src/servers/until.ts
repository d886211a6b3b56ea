type Nothing = undefined | null | false;

/**
 * Polls until `poll` returns a value, and returns this value. Throws if there is no value within `withinMs`
 * milliseconds. The error message begins with `what`, for example "the second attempt". The pauses between polls are
 * `everyMs` milliseconds at first, and grow up to five times `everyMs`.
 */
export async function until<Value>(
  what: string,
  poll: () => Promise<Value | Nothing> | Value | Nothing,
  withinMs = 60_000,
  everyMs = 10,
): Promise<Value> {
  for await (const value of polled(poll, withinMs, everyMs)) if (value) return value;
  throw new Error(`${what} did not happen within ${withinMs} ms`);
}

/**
 * Polls until `isDone` returns true for a result, and returns this result. Throws after `withinMs` milliseconds. The
 * error message contains the last result. The pauses between polls grow as in `until`.
 */
export async function eventually<Result>(
  ask: () => Promise<Result>,
  isDone: (result: Result) => boolean,
  withinMs = 60_000,
  everyMs = 50,
): Promise<Result> {
  let last: Result | undefined;
  for await (const result of polled(ask, withinMs, everyMs)) {
    if (isDone(result)) return result;
    last = result;
  }
  throw new Error(`not within ${withinMs} ms; the last answer: ${JSON.stringify(last)}`);
}

/**
 * Polls and yields each result. The pause after a poll is a tenth of the time since the first poll, but at least
 * `everyMs` and at most five times `everyMs`. Longer pauses during a long wait leave more processor time to the work
 * that the caller waits for.
 */
async function* polled<Result>(poll: () => Promise<Result> | Result, withinMs: number, everyMs: number) {
  const began = performance.now();
  for (;;) {
    yield await poll();
    const passedMs = performance.now() - began;
    if (passedMs > withinMs) return;
    const pauseMs = Math.min(Math.max(everyMs, passedMs / 10), 5 * everyMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
