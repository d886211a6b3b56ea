/**
 * Lets concurrent callers share one call of `load`. A caller never gets the result of a `load` that began before its
 * own call: if a `load` is running, the caller waits for the next one, which all waiting callers share.
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
