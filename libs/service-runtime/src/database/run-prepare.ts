import { z } from "zod";
import { MISCONFIGURED } from "../commands/exit-codes.ts";
import { mongoEnvironment, mongoSettings, readEnvironment, serverEnvironment } from "../process/environment.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { CollectionIndexes } from "./database-indexes.ts";
import { prepareDatabase } from "./prepare-database.ts";

const environment = z.object({
  ...mongoEnvironment.shape,
  LOG_LEVEL: serverEnvironment.shape.LOG_LEVEL,
  /** How long the whole preparation may take. */
  PREPARE_SECONDS: z.coerce.number().int().min(1).max(604_800).default(600),
});

/**
 * Prepares the database of a service, and then ends the process with an exit code. The settings are read from the
 * environment.
 */
export async function runPrepare(name: string, needed: readonly CollectionIndexes[]): Promise<void> {
  const config = settings(name);
  const logger = createLogger({ name, level: config.LOG_LEVEL });
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.abort(new Error("interrupted")));
  const mongo = { ...mongoSettings(config), appName: name };
  const deadlineMs = config.PREPARE_SECONDS * 1_000;
  process.exit(await prepareDatabase({ mongo, deadlineMs }, needed, logger, interrupted.signal));
}

function settings(name: string) {
  try {
    return readEnvironment(environment, process.env);
  } catch (error) {
    createLogger({ name, level: "info" }).fatal({ err: error }, "the process can't start");
    process.exit(MISCONFIGURED);
  }
}
