/**
 * Returns a function that calls `load`, and lets concurrent callers share one call of `load`. A caller never gets the
 * result of a call of `load` that began before the caller's own call. Callers that arrive while `load` runs wait until
 * it ends, and then share the next call.
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
