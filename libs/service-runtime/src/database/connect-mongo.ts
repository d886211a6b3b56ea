import {
  type Db,
  MongoBulkWriteError,
  MongoClient,
  MongoDriverError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";
import type { PresentedFailure } from "../http/failure.ts";
import type { ReadinessCheck } from "../http/http-request.ts";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import type { Logger } from "../telemetry/logger.ts";
import { DUPLICATE_KEY } from "./write-collision.ts";

const AUTHENTICATION_FAILED = 18;
/**
 * MongoDB's error code for a call that the user may not make. A call also fails with this code if its user was deleted
 * after the connection was opened.
 */
const UNAUTHORIZED = 13;

/** A connection to the database of one service. */
export interface MongoConnection extends Part {
  readonly database: Db;
  /** Fails while the database does not respond, or does not allow this process to read. */
  readonly check: ReadinessCheck;
}

/**
 * Creates a MongoDB client that limits every wait: 2 s for finding the server, 2 s for connecting, and `operationMs`
 * milliseconds for one call. `start` retries for up to `startMs` milliseconds, so a process may start before its
 * database.
 */
export function connectMongo(options: {
  readonly url: string;
  readonly database: string;
  /**
   * PEM certificates of the certificate authorities that the client trusts. By default, it trusts the default
   * authorities of Node.
   */
  readonly certificateAuthority?: string | undefined;
  readonly logger: Logger;
  readonly appName?: string;
  /** The default is 5,000. */
  readonly operationMs?: number;
  /** The default is 30,000. */
  readonly startMs?: number;
}): MongoConnection {
  const {
    url,
    certificateAuthority,
    logger,
    appName = "network-access",
    operationMs = 5_000,
    startMs = 30_000,
  } = options;
  const client = new MongoClient(url, {
    appName,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    // `timeoutMS` has no effect in this version of the driver. Instead, the socket timeout detects a server that stops
    // responding.
    socketTimeoutMS: operationMs,
    waitQueueTimeoutMS: 2_000,
    maxPoolSize: 50,
    ignoreUndefined: true,
  });
  const database = client.db(options.database);
  const ping = () => database.command({ ping: 1 });
  // The readiness check reads, because a ping would succeed even without the permission to read. The collection does
  // not exist, so the read is cheap.
  const readNothing = () => database.collection("readiness_check").findOne();

  return {
    name: "mongo",
    database,
    check: { name: "mongo", check: readNothing, deadlineMs: 1_500 },
    start() {
      return untilDatabaseAnswers({ waitMs: startMs, logger }, async () => {
        // Called in each attempt, because the client does not reconnect on its own after a failed attempt. Without this
        // call, all other calls would fail.
        await client.connect();
        await ping();
      });
    },
    stop: () => client.close(),
  };
}

/**
 * Runs `work` while a process starts, and returns its result. Repeats `work` while the database can't be reached or does
 * not answer in time. After `waitMs` milliseconds, or when `signal` is aborted, throws the error of the last attempt.
 * Throws any other error immediately, including the error of a database that refuses this process's credentials.
 */
export async function untilDatabaseAnswers<Result>(
  waiting: { readonly waitMs: number; readonly logger: Logger; readonly signal?: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const { waitMs, logger, signal } = waiting;
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || isRefused(error) || performance.now() > until) throw error;
      logger.warn({ err: error }, "the database does not answer yet");
      await pause(500, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/**
 * Returns true if a call failed because the database can't be reached, refuses this process's credentials or did not
 * answer in time.
 */
export function isDatabaseAway(error: unknown): boolean {
  return (
    neverSent(error) ||
    isRefused(error) ||
    // The driver wraps the error that ended a bulk call.
    (error instanceof MongoBulkWriteError && isDatabaseAway(error.errorResponse)) ||
    error instanceof MongoNetworkError ||
    error instanceof MongoOperationTimeoutError ||
    // Thrown if a call waited too long for a free connection, for example during a retry. The driver exports no class
    // for this error.
    (error instanceof MongoDriverError && error.name === "MongoWaitQueueTimeoutError")
  );
}

/** Returns true if an insert or update violated a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Returns the failure to present to a client if the error means that the database is unavailable, or undefined for any
 * other error.
 */
export function presentDatabaseAway(error: unknown): PresentedFailure | undefined {
  if (!isDatabaseAway(error)) return undefined;
  const message =
    neverSent(error) || isRefused(error)
      ? "the database does not answer; nothing was stored; try again"
      : "the database stopped answering; check whether the change was stored, or send it again";
  return { code: "UPSTREAM_UNAVAILABLE", status: 503, message };
}

/**
 * Reports whether the database refuses the credentials of this process. A running process may also be refused after its
 * password was changed, because the driver authenticates each new connection.
 */
function isRefused(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === AUTHENTICATION_FAILED || error.code === UNAUTHORIZED);
}

function neverSent(error: unknown): boolean {
  return (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoNotConnectedError ||
    (error instanceof MongoOperationTimeoutError && error.cause instanceof MongoServerSelectionError)
  );
}
