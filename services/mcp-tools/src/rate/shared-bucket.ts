import { type BucketSize, type Lease, untilFullMs, untilNextTokenMs } from "./token-bucket.ts";

/** One process's access to a bucket that all processes share. */
export interface SharedBucket {
  /**
   * Takes a token and returns 0. If there is no token, returns how many milliseconds to wait before the next attempt.
   * Rejects if the store is unavailable.
   */
  draw(): Promise<number>;
}

interface Waiter {
  readonly resolve: (waitMs: number) => void;
  readonly reject: (error: unknown) => void;
}

/** A process leases the number of tokens that it expects to use in this time. */
const LOT_MS = 100;
/** The largest share of the burst that one process leases in advance. */
const LARGEST_LOT = 0.05;
const LONGEST_KEPT_MS = 1_000;

/**
 * Creates a bucket whose tokens are in a shared store. A process leases tokens in advance: as many as it tried to draw
 * in the last 100 ms, but at most a twentieth of the burst. If more draws than this number are waiting, the process
 * leases one token for each waiting draw. Only one lease runs at a time.
 *
 * The process keeps unused tokens for as long as the bucket in the store needs to become full, but for at least 100 ms
 * and at most 1 s. With a shorter time, the process would discard tokens that other processes need. With a longer time,
 * bursts could be larger.
 */
export function createSharedBucket(
  size: BucketSize,
  lease: (want: number) => Promise<Lease>,
  elapsedMs: () => number,
): SharedBucket {
  const waiters: Waiter[] = [];
  const recent = countRecent(elapsedMs);
  const largestLot = Math.max(1, Math.floor(size.burst * LARGEST_LOT));
  let kept = 0;
  let keptUntil = 0;
  let emptyUntil = 0;
  let isLeasing = false;

  async function serve(): Promise<void> {
    isLeasing = true;
    try {
      while (waiters.length > 0) {
        const want = Math.max(waiters.length, Math.min(recent.count(), largestLot));
        const { granted, left } = await lease(want);
        const now = elapsedMs();
        const served = waiters.splice(0, granted);
        for (const { resolve } of served) resolve(0);
        kept = granted - served.length;
        keptUntil = now + Math.min(LONGEST_KEPT_MS, Math.max(LOT_MS, untilFullMs(size, left)));
        if (granted === want) continue;
        const waitMs = Math.max(1, untilNextTokenMs(size, left));
        emptyUntil = now + waitMs;
        for (const { resolve } of waiters.splice(0)) resolve(waitMs);
      }
    } catch (error) {
      for (const { reject } of waiters.splice(0)) reject(error);
    } finally {
      isLeasing = false;
    }
  }

  return {
    async draw() {
      recent.add();
      const now = elapsedMs();
      if (kept > 0 && now < keptUntil) {
        kept -= 1;
        return 0;
      }
      if (now < emptyUntil) return emptyUntil - now;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiters.push({ resolve, reject });
      if (!isLeasing) void serve();
      return promise;
    },
  };
}

/**
 * Estimates the number of draws in the last 100 ms. Draws that got no token count too. Assumes that the draws of the
 * previous period of 100 ms came at an even pace.
 */
function countRecent(elapsedMs: () => number) {
  let period = 0;
  let before = 0;
  let current = 0;
  function move(): number {
    const now = elapsedMs() / LOT_MS;
    const passed = Math.floor(now) - period;
    if (passed > 0) {
      before = passed === 1 ? current : 0;
      current = 0;
      period += passed;
    }
    return now - period;
  }
  return {
    add() {
      move();
      current += 1;
    },
    count() {
      const share = 1 - move();
      return Math.floor(before * share) + current;
    },
  };
}
