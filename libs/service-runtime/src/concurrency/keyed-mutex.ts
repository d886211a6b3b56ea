/** Does work that is about these items when all earlier work that shares one of them has ended. */
export type KeyedMutex = <Result>(itemIds: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/**
 * Work on the same items happens one after the other, in the order it came; other work goes on beside it. Everybody waits
 * for earlier work only, so nobody waits for ever where all work ends.
 */
export function createKeyedMutex(): KeyedMutex {
  const newest = new Map<string, Promise<void>>();
  return async (itemIds, work) => {
    const earlier = new Set(itemIds.flatMap((itemId) => newest.get(itemId) ?? []));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    for (const itemId of itemIds) newest.set(itemId, ended);
    try {
      await Promise.all(earlier);
      return await work();
    } finally {
      end();
      for (const itemId of itemIds) if (newest.get(itemId) === ended) newest.delete(itemId);
    }
  };
}
