import { runOutsideRequests } from "../telemetry/request-context.ts";

/**
 * Calls `load` at most once in `forMs` milliseconds, counted from the start of the call. Until then, callers get the
 * last result. A failed result is not cached. `clock` returns milliseconds.
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
