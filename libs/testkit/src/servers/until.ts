type Nothing = undefined | null | false;

/**
 * Polls every `everyMs` milliseconds until there is a value, and returns the value. Throws if there is no value after
 * `withinMs` milliseconds. The error message has `what` as its subject, for example "the second attempt".
 */
export async function until<Value>(
  what: string,
  poll: () => Promise<Value | Nothing> | Value | Nothing,
  withinMs = 60_000,
  everyMs = 10,
): Promise<Value> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await poll();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
