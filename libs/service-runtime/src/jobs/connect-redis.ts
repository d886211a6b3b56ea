import { once } from "node:events";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "../telemetry/logger.ts";

/** Longer than the queue's longest wait for a job, which is 10 s and a second. */
const WAITING_SILENT_MS = 15_000;

/** A worker's connection; the one it waits for jobs on is made from it, and ends with it. */
class WorkRedis extends Redis {
  readonly #made: Redis[] = [];

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const made = super.duplicate({ ...override, socketTimeout: WAITING_SILENT_MS });
    this.#made.push(made);
    return made;
  }

  override disconnect(reconnect = false): void {
    super.disconnect(reconnect);
    if (!reconnect) for (const made of this.#made) made.disconnect();
  }
}

/**
 * A connection that comes back by itself, also where the engine owes an answer for 3 s (for senders) or 5 s (for
 * workers): nobody may ever say that such a connection is lost. For senders a call fails at once while the engine is
 * away; for workers the client waits for the engine as long as it takes.
 */
export function connectRedis(options: {
  readonly url: string;
  readonly logger: Logger;
  readonly use: "send" | "work";
}): Redis {
  const { url, logger, use } = options;
  const sending = use === "send";
  const redis = new (sending ? Redis : WorkRedis)(url, {
    connectTimeout: 2_000,
    socketTimeout: sending ? 3_000 : 5_000,
    // Who listens subscribes again by itself: the client's own attempt would reject where nobody looks.
    autoResubscribe: false,
    enableOfflineQueue: !sending,
    maxRetriesPerRequest: sending ? 1 : null,
    ...(sending ? { commandTimeout: 2_000 } : {}),
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000) * (0.5 + Math.random() / 2),
  });
  // Every sending that waits for it listens.
  redis.setMaxListeners(1_000);
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

/** Resolves when commands can be sent; rejects when the signal is aborted. */
export async function untilReady(redis: Redis, signal: AbortSignal): Promise<void> {
  if (redis.status !== "ready") await once(redis, "ready", { signal });
}

/** True while a connection was lost or refused and the next try has not begun. */
export function isDown(redis: Redis): boolean {
  return redis.status === "reconnecting" || redis.status === "close" || redis.status === "end";
}
