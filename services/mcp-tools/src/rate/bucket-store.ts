import type { BucketSize, Lease } from "./token-bucket.ts";

/**
 * Port: buckets of tokens that all processes of the installation share. Calls reject while the store is unavailable.
 */
export interface BucketStore {
  /**
   * Takes up to `want` whole tokens from the bucket of this name. A bucket that does not exist yet is full. If `want`
   * is 0, nothing is taken.
   */
  lease(bucket: string, size: BucketSize, want: number): Promise<Lease>;
}
