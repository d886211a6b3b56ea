import type { Db } from "mongodb";
import { pause } from "../process/deadline.ts";
import type { Part } from "../process/part.ts";
import type { Logger } from "../telemetry/logger.ts";
import { untilDatabaseAnswers } from "./connect-mongo.ts";
import { type CollectionIndexes, findMissingIndexes } from "./database-indexes.ts";

/**
 * Creates a service part that checks at startup whether the database has the indexes of the service. While indexes are
 * missing, startup waits up to `waitMs` milliseconds for the process that creates them. After that, startup fails with
 * an error that lists the missing indexes. Startup also waits while the database is away, within the same `waitMs`
 * milliseconds. The part creates no indexes itself, because building an index may take longer than startup may take.
 */
export function createIndexCheck(options: {
  readonly database: Db;
  readonly indexes: readonly CollectionIndexes[];
  /** The name of the process that creates the indexes. */
  readonly createdBy: string;
  readonly logger: Logger;
  /** The default is 30,000. */
  readonly waitMs?: number;
}): Part {
  const { database, indexes, createdBy, logger, waitMs = 30_000 } = options;
  const stopping = new AbortController();
  return {
    name: "database indexes",
    async start() {
      const until = performance.now() + waitMs;
      for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
        const waiting = { waitMs: until - performance.now(), logger, signal: stopping.signal };
        const missing = await untilDatabaseAnswers(waiting, () => findMissingIndexes(database, indexes));
        if (missing.length === 0) return;
        const names = missing.map(({ collection, name }) => `${name} of ${collection}`);
        if (performance.now() > until)
          throw new Error(`the database lacks indexes, so run ${createdBy} first: ${names.join(", ")}`);
        if (attempt === 1) logger.warn({ missing: names, createdBy }, "the database lacks indexes");
        await pause(500, stopping.signal);
      }
    },
    stop: () => stopping.abort(),
  };
}
