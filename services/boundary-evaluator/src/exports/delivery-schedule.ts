/** What a try that failed says about the next one. */
export interface FailedAttempt {
  /** Tries since it was new or a person asked for another. */
  readonly tries: number;
  /** What the receiver asked for; null when it did not. */
  readonly retryAfterMs: number | null;
  /** The receiver wants no more of it. */
  readonly isGone: boolean;
}

/** However long a receiver asks to wait. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Share of a pause that is left to chance, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Milliseconds until the next try; null when there is none. `pauses` has one pause per try after the first. */
export function nextAttemptAfterMs(pauses: readonly number[], failed: FailedAttempt, random: number): number | null {
  const pause = pauses[failed.tries - 1];
  if (pause === undefined || failed.isGone) return null;
  const spread = pause * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min(failed.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS)));
}
