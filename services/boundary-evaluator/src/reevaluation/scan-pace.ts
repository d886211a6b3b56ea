/**
 * Decides when the next stale scan (search for outdated verdicts) may begin, and how fast a scan may request
 * re-evaluations.
 */
export interface ScanPace {
  /**
   * Waits until the pause after the last scan is over. The pause is as long as the last scan took, but at least
   * `minPauseMs` and at most five seconds.
   */
  beforeScan(): Promise<void>;
  ended(tookMs: number): void;
  /** Waits until `count` more re-evaluations may be requested. */
  beforeRequests(count: number): Promise<void>;
}

const MAX_PAUSE_MS = 5_000;

export function createScanPace(options: {
  readonly perSecond: number;
  readonly minPauseMs: number;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}): ScanPace {
  const { perSecond, minPauseMs, now, pause } = options;
  let nextScanAt = 0;
  let nextRequestAt = 0;
  const waitUntil = async (at: number) => {
    const left = at - now();
    if (left > 0) await pause(left);
  };
  return {
    beforeScan: () => waitUntil(nextScanAt),
    ended(tookMs) {
      const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(minPauseMs, tookMs));
      nextScanAt = now() + pauseMs;
    },
    async beforeRequests(count) {
      await waitUntil(nextRequestAt);
      nextRequestAt = Math.max(nextRequestAt, now()) + (count * 1_000) / perSecond;
    },
  };
}
