/** Works on everything, on at most `atOnce` at a time. The first failure ends it. */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const hands = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of left) await work(item);
  });
  await Promise.all(hands);
}
