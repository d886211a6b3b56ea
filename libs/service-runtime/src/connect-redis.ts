import { Redis } from "ioredis";
import type { Logger } from "./logger.ts";

/**
 * A connection that comes back by itself. For senders a call fails at once while the engine is away; for workers the
 * client waits for the engine as long as it takes.
 */
export function connectRedis(options: {
  readonly url: string;
  readonly logger: Logger;
  readonly use: "send" | "work";
}): Redis {
  const { url, logger, use } = options;
  const sending = use === "send";
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    // Who listens subscribes again by itself: the client's own attempt would reject where nobody looks.
    autoResubscribe: false,
    enableOfflineQueue: !sending,
    maxRetriesPerRequest: sending ? 1 : null,
    ...(sending ? { commandTimeout: 2_000 } : {}),
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000) * (0.5 + Math.random() / 2),
  });
  let away = false;
  redis.on("error", (error) => {
    if (!away) logger.warn({ err: error }, "the job engine does not answer");
    away = true;
  });
  redis.on("ready", () => {
    if (away) logger.info("the job engine answers again");
    away = false;
  });
  return redis;
}

/** Rejects at once while there is no connection; a worker's own call would wait for one. */
export async function pingRedis(redis: Redis): Promise<void> {
  if (redis.status !== "ready") throw new Error("there is no connection to the job engine");
  await redis.ping();
}

/** True while a connection was lost or refused and the next try has not begun. */
export function isDown(redis: Redis): boolean {
  return redis.status === "reconnecting" || redis.status === "close" || redis.status === "end";
}
