/** Runs `work` after all earlier work with at least one of these keys has ended. */
export type KeyedMutex = <Result>(keys: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a keyed mutex. Calls that share a key run one after the other, in the order in which they were made. Calls
 * without a common key run concurrently. Deadlocks are impossible, because each call waits only for earlier calls.
 */
export function createKeyedMutex(): KeyedMutex {
  const newest = new Map<string, Promise<void>>();
  return async (keys, work) => {
    const earlier = new Set(keys.flatMap((key) => newest.get(key) ?? []));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    for (const key of keys) newest.set(key, ended);
    try {
      await Promise.all(earlier);
      return await work();
    } finally {
      end();
      for (const key of keys) if (newest.get(key) === ended) newest.delete(key);
    }
  };
}
