/**
 * Returns a function that calls `load` and shares the result among concurrent callers. Callers that arrive while `load`
 * runs wait until it ends, and then share one new call of `load`. A caller therefore never gets data that was loaded
 * before the caller's own call.
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
