/** When the next comparison may begin, and how fast it may ask. */
export interface ScanPace {
  /** Waits as long after the last comparison as that one took. */
  beforeNext(): Promise<void>;
  ended(tookMs: number): void;
  /** Waits so long after the last asking that no more are asked for in a second than may be. */
  beforeAsking(count: number): Promise<void>;
}

const LONGEST_QUIET_MS = 5_000;

export function createScanPace(options: {
  readonly perSecond: number;
  readonly shortestQuietMs: number;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}): ScanPace {
  const { perSecond, shortestQuietMs, now, pause } = options;
  let nextComparisonAt = 0;
  let nextAskingAt = 0;
  const waitUntil = async (at: number) => {
    const left = at - now();
    if (left > 0) await pause(left);
  };
  return {
    beforeNext: () => waitUntil(nextComparisonAt),
    ended(tookMs) {
      const quietMs = Math.min(LONGEST_QUIET_MS, Math.max(shortestQuietMs, tookMs));
      nextComparisonAt = now() + quietMs;
    },
    async beforeAsking(count) {
      await waitUntil(nextAskingAt);
      nextAskingAt = Math.max(nextAskingAt, now()) + (count * 1_000) / perSecond;
    },
  };
}
