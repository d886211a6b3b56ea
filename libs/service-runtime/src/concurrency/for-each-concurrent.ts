/**
 * Calls `work` for every item, at most `concurrency` at once. Rejects with the first failure, while the other workers
 * continue.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, async () => {
    for (const item of remaining) await work(item);
  });
  await Promise.all(workers);
}
