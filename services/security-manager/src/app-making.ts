import { randomUUID } from "node:crypto";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import type { Db } from "mongodb";
import { createNoteReading } from "./app-notes.ts";
import type { Config } from "./config.ts";
import type { DeviceStore } from "./devices/device-store.ts";
import { createMongoDeviceStore } from "./devices/mongo-device-store.ts";
import { fillRows } from "./revisions/fill-rows.ts";
import { createMongoPartStore } from "./revisions/mongo-part-store.ts";
import { createMongoRevisionStore } from "./revisions/mongo-revision-store.ts";
import { makePending } from "./revisions/revision-worker.ts";
import { createOpenSearchRowIndex } from "./row-index/opensearch-row-index.ts";
import type { RowIndex } from "./row-index/row-index.ts";

/**
 * Fills missing indexes, and then makes the pending revisions that are due: computes their rows and writes the rows to
 * the indexes. Ends in any of these cases:
 * - No revision is due.
 * - OpenSearch does not respond.
 * - Another process is filling the indexes.
 * - The signal is aborted.
 */
export type Maker = (stopping: AbortSignal) => Promise<void>;

export interface MakerNeeds {
  readonly database: Db;
  readonly devices: DeviceStore;
  readonly rows: RowIndex;
  readonly logger: Logger;
  /** Called when a revision becomes searchable. `seconds` is the time since its upload. */
  readonly onSearchable: (seconds: number) => void;
}

export function createMaker({ database, devices, rows, logger, onSearchable }: MakerNeeds): Maker {
  const { listDevices } = devices;
  const needs = {
    ...{ rows, logger, onSearchable, listDevices, noted: createNoteReading(database) },
    ...{ leases: createMongoLeaseStore(database), holder: randomUUID() },
    ...{ parts: createMongoPartStore(database), revisions: createMongoRevisionStore(database) },
    findDevice: devices.findDevice,
    setCurrent: devices.setCurrentRevision,
    noteRename: devices.noteRename,
    now: () => new Date(),
    elapsedMs: () => performance.now(),
  };
  let isAway = false;
  /**
   * Fills missing indexes. Returns true if all indexes exist. Returns false if OpenSearch does not respond, another
   * process is filling the indexes, or `stopping` is aborted.
   */
  async function fill(stopping: AbortSignal): Promise<boolean> {
    try {
      const filled = await fillRows(needs, stopping);
      if (isAway) logger.info("the index answers again");
      isAway = false;
      return filled;
    } catch (error) {
      if (!(error instanceof IndexAway)) throw error;
      if (!isAway) logger.warn({ err: error }, "the index does not answer; revisions wait for it");
      isAway = true;
      return false;
    }
  }
  return async (stopping) => {
    let isMore = true;
    while (isMore && (await fill(stopping))) isMore = await makePending(needs, stopping);
  };
}

/**
 * Returns `make`, a function that makes device revisions (see `Maker`), and `start`, which connects to the database.
 * The connections to the database and to the search index are used only for this work.
 */
export function assembleMaking(
  config: Pick<Config, "mongo" | "openSearch">,
  logger: Logger,
  onSearchable: MakerNeeds["onSearchable"],
) {
  const mongo = connectMongo({ ...config.mongo, logger, appName: "security-manager-maker" });
  const { database } = mongo;
  const openSearch = createOpenSearchClient(config.openSearch.cluster);
  // A maker never searches, so these limits have no effect.
  const searchWithin = createBoundedSearch({ deadlineMs: 1, stoppedAfterMs: 1, patienceMs: 1, atOnce: 1, waitMs: 1 });
  const rows = createOpenSearchRowIndex(openSearch, config.openSearch.prefix, searchWithin, () => undefined);
  const devices = createMongoDeviceStore(database);
  return { start: mongo.start, make: createMaker({ database, devices, rows, logger, onSearchable }) };
}
