import { untilDatabaseAnswers } from "@network-access/service-runtime/connect-mongo";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { DEFAULT_PROPERTIES } from "./default-properties.ts";
import type { PropertyStore } from "./property-store.ts";

/** How long the start of the process waits for the database, and how long the insertion may then take. */
const START_MS = 30_000;

/**
 * Creates a service part that inserts the default properties of rule documentation when the process starts. While the
 * database is away, the start waits up to 30 s.
 */
export function createDefaultProperties(properties: Pick<PropertyStore, "insertOnce">, logger: Logger): Part {
  const stopping = new AbortController();
  return {
    name: "default properties",
    start: () =>
      untilDatabaseAnswers({ waitMs: START_MS, logger, signal: stopping.signal }, () =>
        withDeadline("inserting properties", START_MS, () => properties.insertOnce(DEFAULT_PROPERTIES)),
      ),
    stop: () => stopping.abort(),
  };
}
