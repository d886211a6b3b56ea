import { runOutsideRequests } from "../telemetry/request-context.ts";

/**
 * Returns a function that calls `load` and caches its result. The result is used for `forMs` milliseconds, counted from
 * the start of the call of `load`. Failures are not cached. `clock` returns the time in milliseconds.
 */
export function cached<Value>(load: () => Promise<Value>, forMs: number, clock: () => number): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return () => {
    const at = clock();
    if (last && at - last.at < forMs) return last.value;
    const next = { value: runOutsideRequests(load), at };
    last = next;
    next.value.catch(() => {
      if (last === next) last = undefined;
    });
    return next.value;
  };
}
