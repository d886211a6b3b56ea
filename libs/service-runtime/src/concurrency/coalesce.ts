/**
 * Lets concurrent callers share one call of `load` without a result that is older than their own call: a call during a
 * running `load` waits for the next one, which all waiting callers share.
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
