/** The facts about a failed attempt that decide when the delivery is attempted again. */
export interface FailedAttempt {
  /** The number of attempts since the delivery was inserted or last retried by a user. */
  readonly attempts: number;
  /** The pause that the receiver requested with the header Retry-After, or null if there was no valid header. */
  readonly retryAfterMs: number | null;
  /** True if the receiver answered with status 410. */
  readonly isGone: boolean;
}

/** The longest pause that a receiver's Retry-After can set. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/**
 * The largest random change of a pause, as a fraction of the pause. The change makes it unlikely that deliveries that
 * failed together are attempted together again.
 */
const JITTER = 0.1;

/**
 * Returns the milliseconds until the next attempt. Returns null if there is no further attempt, because all pauses are
 * used or the receiver answered with status 410. `pauses[0]` is the pause before the second attempt.
 */
export function nextAttemptAfterMs(pauses: readonly number[], failed: FailedAttempt, random: number): number | null {
  const pause = pauses[failed.attempts - 1];
  if (pause === undefined || failed.isGone) return null;
  const spread = pause * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min(failed.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}
