import type { BucketStore } from "./bucket-store.ts";
import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

/** Creates a store that keeps buckets in memory. `elapsedMs` returns the milliseconds of a monotonic clock. */
export function createInMemoryBucketStore(elapsedMs: () => number): BucketStore {
  const buckets = new Map<string, TokenBucket>();
  return {
    async lease(name, size, want) {
      const bucket = buckets.get(name) ?? createTokenBucket(size, elapsedMs);
      buckets.set(name, bucket);
      return bucket.take(want);
    },
  };
}
