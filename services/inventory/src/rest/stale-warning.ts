/** The largest lag that needs no warning. */
const USUAL_LAG_MS = 10_000;

/**
 * Gives the warning header for an index that is far behind. `since` is the time since when the index lacks something.
 */
export function staleWarning(since: Date | undefined, now: Date): Readonly<Record<string, string>> {
  if (!since || now.getTime() - since.getTime() < USUAL_LAG_MS) return {};
  return { warning: `110 - "the index lacks uploads since ${since.toISOString()}"` };
}
