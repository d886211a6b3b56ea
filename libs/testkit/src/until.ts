type Nothing = undefined | null | false;

/**
 * Looks again and again until there is something, and gives it. `what` is the subject of the error when nothing comes
 * within `withinMs`, as in "the second try".
 */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | Nothing> | Value | Nothing,
  withinMs = 20_000,
): Promise<Value> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
