import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter, gauge } from "@network-access/service-runtime/metrics";
import { runOutsideRequests } from "@network-access/service-runtime/request-context";
import type { BucketStore } from "./bucket-store.ts";
import { createSharedBucket, type SharedBucket } from "./shared-bucket.ts";
import { type BucketSize, createTokenBucket, type TokenBucket, untilNextTokenMs } from "./token-bucket.ts";

/**
 * The bucket `users` is shared by all users of the installation. The bucket `others` is shared by all callers without a
 * user.
 */
export type BucketName = "users" | "others";

/** Whether a request is admitted. `retryAfterSeconds` is at least 1. */
type Draw = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Limits the request rate of the whole installation. */
export interface RateLimiter {
  /** Draws the token of one request. Never rejects. */
  draw(bucket: BucketName): Promise<Draw>;
}

interface Needs {
  readonly store: BucketStore;
  readonly sizes: { readonly [Name in BucketName]: BucketSize };
  /** The number of processes. While the store is unavailable, each of them uses its share of the rates. */
  readonly replicas: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** How many milliseconds one call of the store may take. The default is 500. */
  readonly storeMs?: number;
}

const STORE_MS = 500;
/** The pause between attempts to reach a store that is unavailable. */
const PROBE_EVERY_MS = 1_000;

const draws = counter({
  name: "tool_rate_draws_total",
  help: "Requests that drew a token of the rate limit",
  labels: ["bucket", "outcome"],
});
const awayGauge = gauge({
  name: "tool_rate_redis_away",
  help: "1 while this process limits the rate by itself because Redis does not answer",
});

/**
 * Creates a limiter for the rate of requests. It has two buckets of tokens, one for users and one for other callers.
 * The buckets are in the store, and all processes share them.
 *
 * While the store is unavailable, this process uses two buckets of its own, with the rates divided by `replicas`. It
 * then writes a warning to the log and sets a metric. At most once a second, it checks whether the store is available
 * again.
 */
export function createRateLimiter(needs: Needs): RateLimiter {
  const { store, sizes, replicas, elapsedMs, logger, storeMs = STORE_MS } = needs;
  let isAway = false;
  let probeAt = 0;
  awayGauge.set(0);
  for (const bucket of Object.keys(sizes))
    for (const outcome of ["granted", "refused"]) draws.inc({ bucket, outcome }, 0);

  const lease = (bucket: BucketName, want: number) =>
    runOutsideRequests(() =>
      withDeadline("a lease of tokens", storeMs, () => store.lease(bucket, sizes[bucket], want)),
    );
  const shared = perBucket((name) => createSharedBucket(sizes[name], (want) => lease(name, want), elapsedMs));
  // Every admitted request also takes a token from the process's own buckets, even while the store is available.
  // Otherwise these buckets would be full when an outage begins, and another burst would be possible.
  const own = perBucket((name) => createTokenBucket(shareOf(sizes[name], replicas), elapsedMs));

  function leave(error: unknown): void {
    probeAt = elapsedMs() + PROBE_EVERY_MS;
    if (isAway) return;
    isAway = true;
    awayGauge.set(1);
    logger.warn({ err: error, replicas }, "this process limits the rate by itself, because Redis does not answer");
  }

  async function probe(bucket: BucketName): Promise<void> {
    if (elapsedMs() < probeAt) return;
    probeAt = Number.POSITIVE_INFINITY;
    try {
      await lease(bucket, 0);
    } catch (error) {
      return leave(error);
    }
    isAway = false;
    awayGauge.set(0);
    logger.info("all processes share the rate again");
  }

  function drawAlone(bucket: BucketName): number {
    const { granted, left } = own[bucket].take(1);
    return granted === 1 ? 0 : untilNextTokenMs(shareOf(sizes[bucket], replicas), left);
  }

  /**
   * Takes a token and returns 0. If there is no token, returns how many milliseconds to wait before the next attempt.
   */
  async function wait(bucket: BucketName): Promise<number> {
    if (isAway) {
      void probe(bucket);
      return drawAlone(bucket);
    }
    try {
      const waitMs = await shared[bucket].draw();
      if (waitMs === 0) own[bucket].take(1);
      return waitMs;
    } catch (error) {
      leave(error);
      return drawAlone(bucket);
    }
  }

  return {
    async draw(bucket) {
      const waitMs = await wait(bucket);
      draws.inc({ bucket, outcome: waitMs === 0 ? "granted" : "refused" });
      return waitMs === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
    },
  };
}

function perBucket<Bucket extends SharedBucket | TokenBucket>(create: (name: BucketName) => Bucket) {
  return { users: create("users"), others: create("others") };
}

/**
 * Returns the size of the bucket that one process uses while the store is unavailable. It is the process's share of the
 * common bucket, but can hold at least one token.
 */
function shareOf({ perSecond, burst }: BucketSize, replicas: number): BucketSize {
  return { perSecond: perSecond / replicas, burst: Math.max(1, burst / replicas) };
}
