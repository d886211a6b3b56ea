/**
 * Calls `work` for every item, with at most `concurrency` calls running at a time. If a call fails, no further calls
 * are started. After the running calls have ended, the promise rejects with the first error.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, async () => {
    for (const item of remaining) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
  });
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}
