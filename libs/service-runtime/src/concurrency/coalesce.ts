/**
 * Lets concurrent callers share one call of `load`, but never gives a caller a result from before its own call. A call
 * during a running `load` waits for the next `load`, which all waiting callers share.
 */
export function coalesce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let previous: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | null = null;
  return () => {
    next ??= previous.then(() => {
      next = null;
      const value = load();
      previous = value.catch(() => undefined);
      return value;
    });
    return next;
  };
}
