/** Waits until `condition` holds, looking often, for at most `withinMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 5_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
