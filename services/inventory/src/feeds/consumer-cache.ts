import { LRUCache } from "lru-cache";
import type { FedGroup } from "./fed-group.ts";
import type { FeedToken } from "./feed-token-store.ts";

/**
 * The tokens and groups of recently admitted consumers. Consumers are admitted from this cache only while the database
 * can't be read.
 */
export interface ConsumerCache {
  /** Tokens by the hash of their secret. */
  readonly tokens: Kept<FeedToken>;
  /** Groups by their UUID, or "gone" for a deleted group. */
  readonly groups: Kept<FedGroup | "gone">;
}

interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
  delete(key: string): unknown;
}

const MOST_CACHED = 10_000;
const CACHED_MS = 24 * 3_600_000;

/** Creates a cache in which an entry is valid for a day after it was last read from the database. */
export function createConsumerCache(nowMs: () => number = () => performance.now()): ConsumerCache {
  const bounds = { max: MOST_CACHED, ttl: CACHED_MS, ttlResolution: 0, perf: { now: nowMs } };
  return { tokens: new LRUCache<string, FeedToken>(bounds), groups: new LRUCache<string, FedGroup | "gone">(bounds) };
}
