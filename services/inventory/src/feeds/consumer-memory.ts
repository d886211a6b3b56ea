import { LRUCache } from "lru-cache";
import type { FedGroup } from "./fed-group.ts";
import type { FeedToken } from "./feed-token-store.ts";

/** The consumers a process let in lately, for the time when the record can't be read. It never speaks while the record does. */
export interface ConsumerMemory {
  /** Tokens by the hash of their secret. */
  readonly tokens: Kept<FeedToken>;
  /** Groups by their UUID; "gone" when it is deleted. */
  readonly groups: Kept<FedGroup | "gone">;
}

interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
  delete(key: string): unknown;
}

const MOST_REMEMBERED = 10_000;
const LONGEST_MS = 24 * 3_600_000;

/** Each entry is believed for a day after the record last said so. */
export function createConsumerMemory(nowMs: () => number = () => performance.now()): ConsumerMemory {
  const bounds = { max: MOST_REMEMBERED, ttl: LONGEST_MS, ttlResolution: 0, perf: { now: nowMs } };
  return { tokens: new LRUCache<string, FeedToken>(bounds), groups: new LRUCache<string, FedGroup | "gone">(bounds) };
}
