/** The largest lag that needs no warning. */
const USUAL_LAG_MS = 10_000;

/**
 * Returns a `warning` header if the index lags far behind the database, and no header otherwise. `since` is the time of
 * the oldest change that the index lacks.
 */
export function staleWarning(since: Date | undefined, now: Date): Readonly<Record<string, string>> {
  if (!since || now.getTime() - since.getTime() < USUAL_LAG_MS) return {};
  return { warning: `110 - "the index lacks uploads since ${since.toISOString()}"` };
}
