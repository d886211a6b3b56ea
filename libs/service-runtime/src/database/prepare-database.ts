import { type Db, MongoServerError } from "mongodb";
import { DONE, FAILED, INTERRUPTED } from "../commands/exit-codes.ts";
import { DeadlineExceeded, pause, withDeadline } from "../process/deadline.ts";
import type { Logger } from "../telemetry/logger.ts";
import { connectMongo, isDuplicateKey } from "./connect-mongo.ts";
import {
  type CollectionIndexes,
  createIndex,
  findMissingIndexes,
  type NamedIndex,
  namedIndexes,
} from "./database-indexes.ts";

/**
 * The maximum number of attempts to create one index. An attempt may fail while another process creates the same index.
 */
const MOST_ATTEMPTS = 10;
const PAUSE_MS = 200;

const OPTIONS_CONFLICT = 85;
const KEY_SPECS_CONFLICT = 86;

/** Settings of {@link prepareDatabase}. */
export interface PrepareConfig {
  readonly mongo: Omit<Parameters<typeof connectMongo>[0], "logger" | "operationMs" | "startMs">;
  /** How long the whole preparation may take. */
  readonly deadlineMs: number;
}

/**
 * Creates the missing indexes of a service, one at a time. Returns an exit code. The preparation may be repeated, and
 * several processes may prepare one database at the same time. If an index can't be created, its name and the reason
 * are logged, and the remaining indexes are still created. No index is ever dropped, because processes of the previous
 * release may still use it.
 */
export async function prepareDatabase(
  { mongo: settings, deadlineMs }: PrepareConfig,
  needed: readonly CollectionIndexes[],
  logger: Logger,
  signal: AbortSignal,
): Promise<number> {
  const until = performance.now() + deadlineMs;
  // MongoDB answers the creation of an index only when the index is complete, so one call may take as long as the whole
  // preparation.
  const mongo = connectMongo({ ...settings, logger, operationMs: deadlineMs, startMs: Math.min(deadlineMs, 30_000) });
  const within = async <Result>(what: string, work: () => Promise<Result>) => {
    const leftMs = until - performance.now();
    if (leftMs <= 0) throw new DeadlineExceeded(what, deadlineMs);
    return withDeadline(what, leftMs, work, signal);
  };
  try {
    await within("connecting to the database", async () => mongo.start());
    const missing = await within("reading the indexes", () => findMissingIndexes(mongo.database, needed));
    const isMissing = new Set(missing.map(({ collection, name }) => `${collection}.${name}`));
    const all = needed.flatMap(namedIndexes);
    let created = 0;
    let unfinished = 0;
    // MongoDB also lists an index that another process is still building. So `createOnce` is called for listed indexes
    // too, and waits until they are complete.
    for (const one of all) {
      const { collection, name } = one;
      const isNew = isMissing.has(`${collection}.${name}`);
      const beganAt = performance.now();
      if (isNew) logger.info({ collection, index: name }, "creating an index");
      const failure = await failureOf(() => within("creating the index", () => createOnce(mongo.database, one)));
      const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
      if (signal.aborted) throw signal.reason;
      if (failure) {
        unfinished += 1;
        logger.error({ collection, index: name, seconds, ...failure }, "an index could not be finished");
      } else if (isNew) {
        created += 1;
        logger.info({ collection, index: name, seconds }, "an index was created");
      }
    }
    const counts = { created, present: all.length - created - unfinished, unfinished };
    if (unfinished === 0) logger.info(counts, "the database is prepared");
    else logger.fatal(counts, "the database is not prepared; the running version can go on");
    return unfinished === 0 ? DONE : FAILED;
  } catch (error) {
    if (signal.aborted) logger.warn("interrupted; a repeated run creates what is missing");
    else logger.fatal({ err: error }, "the database can't be prepared");
    return signal.aborted ? INTERRUPTED : FAILED;
  } finally {
    await mongo.stop();
  }
}

/**
 * Creates an index, or waits until another process has created it. Makes up to `MOST_ATTEMPTS` attempts. A failed
 * attempt is repeated in two cases:
 * - DocumentDB aborted the call because of a deadlock with the creation of another index.
 * - The database lists the index although the call failed. The index may still be under construction.
 */
async function createOnce(database: Db, needed: NamedIndex): Promise<void> {
  const { collection, index } = needed;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createIndex(database, needed);
    } catch (error) {
      const isListed = await findMissingIndexes(database, [{ collection, indexes: [index] }]).then(
        (missing) => missing.length === 0,
        () => false,
      );
      if (isListed && isConflict(error)) return;
      if (attempt === MOST_ATTEMPTS || !(isListed || isDeadlock(error))) throw error;
      await pause(attempt * PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** Returns the reason why the work failed, as members of a log line. Returns undefined if the work succeeded. */
async function failureOf(work: () => Promise<void>): Promise<{ reason: string } | { err: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DeadlineExceeded)
      return { reason: "the deadline passed; raise PREPARE_SECONDS, or run the process again" };
    // The reason omits the database's message, which would contain values of the documents.
    if (isDuplicateKey(error) || isExclusion(error))
      return { reason: "documents have equal values where the index needs different ones" };
    if (error instanceof MongoServerError) return { reason: `${error.codeName ?? error.code}: ${error.message}` };
    return { err: error };
  }
}

/**
 * Reports whether DocumentDB could not create a unique index because documents have equal values. DocumentDB creates an
 * exclusion constraint for a unique index, so it does not report a duplicate key.
 */
function isExclusion(error: unknown): boolean {
  return error instanceof MongoServerError && error.message.startsWith("could not create exclusion constraint");
}

/**
 * Returns whether the database did not create an index because the index conflicts with an existing one, for example
 * with an index that has the same key but another name.
 */
function isConflict(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === OPTIONS_CONFLICT || error.code === KEY_SPECS_CONFLICT);
}

/** Reports whether an index creation was aborted because of a deadlock. DocumentDB has no error code for this case. */
function isDeadlock(error: unknown): boolean {
  return error instanceof MongoServerError && error.message === "deadlock detected";
}
