import { once } from "node:events";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "../telemetry/logger.ts";

/**
 * The time without a response after which a waiting worker reconnects. It is longer than the worker's longest wait for
 * a job, which is 11 s.
 */
const WAITING_SILENT_MS = 15_000;
/**
 * The pause before a reconnect after a refused write. The growing pauses of failed connections do not apply here,
 * because the replica that refuses the write accepts each new connection.
 */
const READ_ONLY_PAUSE_MS = 1_000;
const LOG_EVERY_MS = 60_000;

/** Where Redis is, and how to connect to it. */
export interface RedisSettings {
  /** With Sentinels, the host is the name by which the Sentinels know the primary. */
  readonly url: string;
  /**
   * The PEM certificates of the authorities that may have signed the servers' certificates. The default is the system's
   * authorities.
   */
  readonly certificateAuthority?: string | undefined;
  /** The Sentinels that know which server is the primary. They use TLS if the servers do. */
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
    // `super.disconnect` would start a timer of two seconds, which only the close of an open socket stops.
    if (!reconnect && this.status === "end") return;
    // In the state "reconnecting", `disconnect` would neither end the client nor reject its pending commands. In the
    // state "wait", which means that the client never connected, `disconnect` does both.
    if (!reconnect && this.status === "reconnecting") this.status = "wait";
    super.disconnect(reconnect);
  }
}

/** A worker's connection. The worker's blocking connection is a duplicate of this connection, and ends with it. */
class WorkRedis extends EndingRedis {
  readonly #made: Redis[] = [];

  override duplicate(override?: Partial<RedisOptions>): Redis {
    // `replyMapping` stays at its default, because the type of this class allows no other value.
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
 * Creates a connection that reconnects by itself when it is lost. It also reconnects when Redis has not responded for 3
 * s (senders) or 5 s (workers), because the loss of a connection may never be reported. Finally, it reconnects when
 * Redis refuses to write. This happens after a failover: the old primary is then a replica and keeps its connections,
 * while the address belongs to the new primary. With Sentinels, the client asks them for the primary before each new
 * connection.
 *
 * While Redis is unavailable, a sender's call fails immediately, and a worker's call waits without limit.
 */
export function connectRedis(options: {
  readonly redis: RedisSettings;
  readonly logger: Logger;
  readonly use: "send" | "work";
  /** What Redis is used for, in log lines. The default is "the queue". */
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
    // The client reconnects for either result. With 1, the call fails. With 2, the call is sent again over the new
    // connection.
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
    // The client must not subscribe again by itself, because a failure of this attempt could be an unhandled rejection.
    // The code that uses a subscription repeats it after a reconnect.
    autoResubscribe: false,
    enableOfflineQueue: !sending,
    maxRetriesPerRequest: sending ? 1 : null,
    ...(sending ? { commandTimeout: 2_000 } : {}),
    reconnectOnError: onRefusal,
    retryStrategy: pauseBefore,
  });
  ignoreFurtherErrors(redis);
  // Every send that waits for the connection adds a listener. Above the default limit, Node would print a warning.
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
 * Prevents an error of a TLS socket from ending the process. After this side has refused the server's certificate, the
 * socket may emit a second error: the server reports that the handshake failed. The client listens only to the first
 * error.
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
 * Checks that Redis responds. Rejects immediately while there is no connection, whereas all other calls over a worker's
 * connection would wait for a connection.
 */
export async function pingRedis(redis: Redis): Promise<void> {
  if (redis.status !== "ready") throw new Error("there is no connection to the queue");
  await redis.ping();
}

/** Resolves when commands can be sent. Rejects when the signal is aborted. */
export async function untilReady(redis: Redis, signal: AbortSignal): Promise<void> {
  if (redis.status !== "ready") await once(redis, "ready", { signal });
}

/**
 * Returns true while a connection is lost or refused and the next attempt has not begun. Returns false while no
 * Sentinel is reachable, because the client then remains in one attempt that asks the Sentinels again and again. A send
 * then waits until its deadline.
 */
export function isDown(redis: Redis): boolean {
  return redis.status === "reconnecting" || redis.status === "close" || redis.status === "end";
}
