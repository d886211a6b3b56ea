/** The size of a bucket of tokens. */
export interface BucketSize {
  /** How many tokens a second are added. */
  readonly perSecond: number;
  /** How many tokens fit. A new bucket is full. */
  readonly burst: number;
}

/** The tokens that were taken from a bucket. */
export interface Lease {
  /** Whole tokens, at most as many as were wanted. */
  readonly granted: number;
  /** The tokens in the bucket afterwards, with their fraction. */
  readonly left: number;
}

/** A bucket in this process. */
export interface TokenBucket {
  /** Takes up to `want` whole tokens. */
  take(want: number): Lease;
}

/** Creates a full bucket. `elapsedMs` returns the milliseconds of a monotonic clock. */
export function createTokenBucket({ perSecond, burst }: BucketSize, elapsedMs: () => number): TokenBucket {
  let tokens = burst;
  let at = elapsedMs();
  return {
    take(want) {
      const now = elapsedMs();
      tokens = Math.min(burst, tokens + ((now - at) * perSecond) / 1_000);
      at = now;
      // Tolerates rounding: tokens that were added in several steps may lack a tiny fraction.
      const granted = Math.min(want, Math.floor(tokens + 1e-6));
      tokens = Math.max(0, tokens - granted);
      return { granted, left: tokens };
    },
  };
}

/** Returns the milliseconds until a bucket with `left` tokens contains a whole token. */
export function untilNextTokenMs({ perSecond }: BucketSize, left: number): number {
  return Math.max(0, ((1 - left) * 1_000) / perSecond);
}

/** Returns the milliseconds until a bucket with `left` tokens is full. */
export function untilFullMs({ perSecond, burst }: BucketSize, left: number): number {
  return Math.max(0, ((burst - left) * 1_000) / perSecond);
}
