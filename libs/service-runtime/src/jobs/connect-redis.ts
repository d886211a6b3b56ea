import { once } from "node:events";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "../telemetry/logger.ts";

/**
 * A worker that waits for a job reconnects after this time without a response. The time is longer than the longest wait
 * for a job, which is 11 s.
 */
const WAITING_SILENT_MS = 15_000;
/**
 * The pause before a reconnect after a refused write. The pauses after failed attempts to connect grow with the number
 * of failures. They would not grow here, because the replica that refuses writes accepts every new connection. A fixed
 * pause is used instead.
 */
const READ_ONLY_PAUSE_MS = 1_000;
const LOG_EVERY_MS = 60_000;

/** Where Redis is, and how to connect to it. */
export interface RedisSettings {
  /** The URL of Redis. If `sentinels` is set, the host in the URL is the Sentinels' name for the primary. */
  readonly url: string;
  /** The certificates of the trusted authorities, in PEM. By default, the default authorities of Node are trusted. */
  readonly certificateAuthority?: string | undefined;
  /**
   * The Sentinels, which report the current primary. If `url` begins with `rediss:`, they must use TLS, and otherwise
   * they must not.
   */
  readonly sentinels?:
    | {
        readonly addresses: readonly { readonly host: string; readonly port: number }[];
        readonly username?: string | undefined;
        readonly password?: string | undefined;
      }
    | undefined;
}

/** A client that can be ended at any time. */
class EndingRedis extends Redis {
  override disconnect(reconnect = false): void {
    // The socket is already closed here. `super.disconnect` would start a timer of two seconds that is stopped only
    // when an open socket closes.
    if (!reconnect && this.status === "end") return;
    // In the state "reconnecting", `disconnect` would neither end the client nor reject its pending commands. It does
    // both in the state "wait", in which a client is before its first connection.
    if (!reconnect && this.status === "reconnecting") this.status = "wait";
    super.disconnect(reconnect);
  }
}

/**
 * A worker's connection. The worker uses a duplicate of this connection for blocking calls. When this connection is
 * ended, its duplicates are ended too.
 */
class WorkRedis extends EndingRedis {
  readonly #made: Redis[] = [];

  override duplicate(override?: Partial<RedisOptions>): Redis {
    // Leaves out `replyMapping`, because the type `Redis` allows only the default value of this option.
    const { replyMapping: _, ...options } = { ...this.options, ...override };
    const made = new EndingRedis({ ...options, socketTimeout: WAITING_SILENT_MS });
    ignoreFurtherErrors(made);
    this.#made.push(made);
    return made;
  }

  override disconnect(reconnect = false): void {
    super.disconnect(reconnect);
    if (!reconnect) for (const made of this.#made) made.disconnect();
  }
}

/**
 * Creates a connection that reconnects by itself in three cases:
 * - The connection is lost.
 * - Redis has not responded for 3 s (senders) or 5 s (workers). This case exists because the loss of a connection is
 *   not always reported.
 * - Redis refuses a write because it is read-only. This happens after a failover: the connection still leads to the old
 *   primary, which is now a replica.
 *
 * With Sentinels, the client asks a Sentinel for the primary before each new connection.
 *
 * While there is no connection, a sender's call fails immediately, and a worker's call waits without limit.
 */
export function connectRedis(options: {
  readonly redis: RedisSettings;
  readonly logger: Logger;
  readonly use: "send" | "work";
  /** The name of this Redis in log lines. The default is "the queue". */
  readonly name?: string;
}): Redis {
  const { redis: settings, logger, use, name = "the queue" } = options;
  const sending = use === "send";
  let readOnly = false;
  let readOnlyLoggedAt = Number.NEGATIVE_INFINITY;

  function onRefusal(error: Error): false | 1 | 2 {
    if (!error.message.startsWith("READONLY")) return false;
    const now = performance.now();
    if (now - readOnlyLoggedAt >= LOG_EVERY_MS) {
      logger.warn({ err: error }, `${name} is read-only; reconnecting`);
      readOnlyLoggedAt = now;
    }
    readOnly = true;
    // Both values make the client reconnect. With 1, the refused call fails. With 2, the refused call is sent again
    // over the new connection.
    return sending ? 1 : 2;
  }
  function pauseBefore(attempt: number): number {
    const pauseMs = readOnly ? READ_ONLY_PAUSE_MS : growingPauseMs(attempt);
    readOnly = false;
    return spread(pauseMs);
  }

  const redis = new (sending ? EndingRedis : WorkRedis)(settings.url, {
    ...placeOf(settings),
    connectTimeout: 2_000,
    socketTimeout: sending ? 3_000 : 5_000,
    // If this option were true, the client would restore its subscriptions after a reconnect. A failure of such a
    // subscription could cause an unhandled rejection. Therefore the code that uses a subscription renews it after a
    // reconnect.
    autoResubscribe: false,
    enableOfflineQueue: !sending,
    maxRetriesPerRequest: sending ? 1 : null,
    ...(sending ? { commandTimeout: 2_000 } : {}),
    reconnectOnError: onRefusal,
    retryStrategy: pauseBefore,
  });
  ignoreFurtherErrors(redis);
  // Each send that waits for the connection adds a listener. Above the default limit of 10 listeners, Node would print
  // a warning.
  redis.setMaxListeners(1_000);
  let away = false;
  redis.on("error", (error) => {
    if (!away) logger.warn({ err: error }, `${name} does not answer`);
    away = true;
  });
  redis.on("ready", () => {
    if (away) logger.info(`${name} answers again`);
    away = false;
  });
  return redis;
}

/**
 * Prevents errors of a TLS socket from ending the process. If this process refuses the server's certificate, the socket
 * may emit two errors: first the refusal, and then the server's report that the handshake failed. The client listens
 * only to the first error, and an error without a listener would end the process.
 */
function ignoreFurtherErrors(redis: Redis): void {
  redis.on("error", () => void redis.stream?.on("error", () => undefined));
}

const growingPauseMs = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000);

/**
 * Returns a random time between half of the pause and the whole pause, so that processes do not reconnect at the same
 * time.
 */
const spread = (pauseMs: number) => pauseMs * (0.5 + Math.random() / 2);

/** Returns the options that the URL does not contain. */
function placeOf({ url, certificateAuthority, sentinels }: RedisSettings): Omit<RedisOptions, "replyMapping"> {
  const tls = url.startsWith("rediss:") ? { ...(certificateAuthority ? { ca: certificateAuthority } : {}) } : undefined;
  const secured = tls ? { tls } : {};
  if (!sentinels) return secured;
  return {
    ...secured,
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: tls } : {}),
    sentinels: [...sentinels.addresses],
    name: decodeURIComponent(new URL(url).hostname),
    ...(sentinels.username === undefined ? {} : { sentinelUsername: sentinels.username }),
    ...(sentinels.password === undefined ? {} : { sentinelPassword: sentinels.password }),
    sentinelCommandTimeout: 2_000,
    sentinelRetryStrategy: (attempt) => spread(growingPauseMs(attempt)),
    // The client must not add Sentinels that other Sentinels report, because this process may be unable to reach them.
    updateSentinels: false,
  };
}

/**
 * Checks that Redis responds. Rejects immediately if there is no connection. Without this check, a call over a worker's
 * connection would wait until the connection is back.
 */
export async function pingRedis(redis: Redis): Promise<void> {
  if (redis.status !== "ready") throw new Error("there is no connection to the queue");
  await redis.ping();
}

/** Resolves when commands can be sent. Rejects when the signal is aborted or the client reports an error. */
export async function untilReady(redis: Redis, signal: AbortSignal): Promise<void> {
  if (redis.status !== "ready") await once(redis, "ready", { signal });
}

/**
 * Reports whether the connection is lost or refused and the next attempt to connect has not begun.
 *
 * Returns false while no Sentinel is reachable, because the client then asks the Sentinels repeatedly within one
 * attempt. A send during this time waits until the client reports an error or the deadline passes.
 */
export function isDown(redis: Redis): boolean {
  return redis.status === "reconnecting" || redis.status === "close" || redis.status === "end";
}
