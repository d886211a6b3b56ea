/** What an index that follows well is behind at most. */
const USUAL_LAG_MS = 10_000;

/** The header that tells of an index that is far behind; none where it follows. `since`: how long it has lacked something. */
export function staleWarning(since: Date | undefined, now: Date): Readonly<Record<string, string>> {
  if (!since || now.getTime() - since.getTime() < USUAL_LAG_MS) return {};
  return { warning: `110 - "the index lacks uploads since ${since.toISOString()}"` };
}
