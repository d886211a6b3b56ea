type Nothing = undefined | null | false;

/**
 * Polls until there is a value, and returns the value. Throws if there is no value after `withinMs` milliseconds. The
 * error message has `what` as its subject, for example "the second attempt". The pauses between polls are `everyMs`
 * milliseconds at first, and grow to up to five times `everyMs`.
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
 * Polls until `isDone` accepts the result, and returns the result. After `withinMs` milliseconds it throws an error that
 * contains the last result. The pauses are those of `until`.
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
 * Yields the results of polls. Each pause is a tenth of the time since the first poll, at least `everyMs`, and at most
 * five times `everyMs`. So during a long wait, the polls leave more processor time to the work that the caller waits
 * for.
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
