import { createHash } from "node:crypto";
import { connectRedis, type RedisSettings, untilReady } from "@network-access/service-runtime/connect-redis";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import type { BucketStore } from "./bucket-store.ts";

/**
 * How long the start of a process waits for Redis. If Redis does not answer in time, the process starts and limits
 * requests by itself.
 */
const START_MS = 5_000;

/**
 * The script uses the clock of the Redis server, so differences between the clocks of the processes do not matter.
 * After a failover, the new server's clock may be behind the time in a bucket; the script then adds no tokens. Numbers
 * are stored with `string.format`, because Lua's conversion to text drops digits.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local rate, burst, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1] or '') or burst
local at = math.min(tonumber(kept[2] or '') or now, now)
tokens = math.min(burst, tokens + (now - at) * rate / 1000000)
local granted = math.min(want, math.floor(tokens + 0.000001))
tokens = math.max(0, tokens - granted)
local left = string.format('%.9f', tokens)
redis.call('HSET', KEYS[1], 'tokens', left, 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return {granted, left}`;
const HASH = createHash("sha1").update(SCRIPT).digest("hex");

/**
 * Connects to the buckets in Redis. The connection is established in the background, and again whenever it is lost.
 * Without a connection, calls of `lease` reject immediately.
 */
export function connectBucketStore(options: {
  readonly redis: RedisSettings;
  /** The prefix of every key. */
  readonly prefix: string;
  readonly logger: Logger;
}): BucketStore & Part {
  const { prefix, logger } = options;
  const redis = connectRedis({ redis: options.redis, logger, use: "send", name: "the Redis of the rate limit" });

  async function run(...given: readonly string[]): Promise<unknown> {
    try {
      return await redis.evalsha(HASH, 1, ...given);
    } catch (error) {
      // NOSCRIPT means that the server does not have the script yet, or has lost it.
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.eval(SCRIPT, 1, ...given);
    }
  }

  return {
    name: "rate buckets",
    start: () => untilReady(redis, AbortSignal.timeout(START_MS)).catch(() => undefined),
    stop: () => redis.disconnect(),
    async lease(bucket, { perSecond, burst }, want) {
      const answer = await run(`${prefix}:tool-rate:${bucket}`, String(perSecond), String(burst), String(want));
      const [granted, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (granted === undefined || left === undefined) throw new Error("Redis answered a lease without its numbers");
      return { granted, left };
    },
  };
}
