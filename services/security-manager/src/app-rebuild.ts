import { randomUUID } from "node:crypto";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { errorMessage } from "@network-access/service-runtime/error-message";
import { DONE, FAILED, INTERRUPTED } from "@network-access/service-runtime/exit-codes";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import type { IndexDefinition } from "@network-access/service-runtime/opensearch-alias";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createIndexRebuild, type IndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { createNoteReading } from "./app-notes.ts";
import type { RebuildConfig } from "./config.ts";
import { createMongoDeviceStore } from "./devices/mongo-device-store.ts";
import { entityIndexDefinition } from "./entities/entity-mapping.ts";
import { createMongoEntityStore } from "./entities/mongo-entity-store.ts";
import { rebuildEntities } from "./entities/rebuild-entities.ts";
import { writeEntities } from "./entities/write-entities.ts";
import { holdLease, LEASE_MS } from "./revisions/hold-lease.ts";
import { createMongoPartStore } from "./revisions/mongo-part-store.ts";
import { createMongoRevisionStore } from "./revisions/mongo-revision-store.ts";
import { rebuildRows } from "./revisions/rebuild-rows.ts";
import { ROW_ENTITIES } from "./row-index/opensearch-row-index.ts";
import { rowIndexDefinition } from "./row-index/row-mapping.ts";
import { updateNotes } from "./row-index/update-notes.ts";
import { writeRows } from "./row-index/write-rows.ts";
import { PUT_ENTITIES } from "./siql/schema/entities.ts";

/** The name of the lease in the database. It must not change, because the database stores leases under their names. */
const LEASE = "rebuild the indexes";

/** Assembles the command that rebuilds the indexes. `run` runs the command and returns its exit code. */
export function assembleRebuild(config: RebuildConfig, logger: Logger, say: (line: string) => void) {
  const mongo = connectMongo({ ...config.mongo, logger, appName: "rebuild" });
  const openSearch = createOpenSearchClient(config.openSearch.cluster, { deadlineMs: 30_000 });
  const { database } = mongo;

  /**
   * Rebuilds the indexes. Calls `check` before each write of rows or entities to a new index, and before searches
   * switch to a new index. `check` checks that the lease is still held.
   */
  async function rebuild(check: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const rebuildOf = (entity: string, definition: IndexDefinition): IndexRebuild => {
      const name = `${config.openSearch.prefix}-${entity}`;
      const rebuilding = createIndexRebuild(openSearch, name, definition);
      return { ...rebuilding, swap: (index) => check().then(() => rebuilding.swap(index)) };
    };
    const { listDevices, noteRename } = createMongoDeviceStore(database);
    const { devices, rows } = await rebuildRows(
      {
        ...{ listDevices, noteRename, noted: createNoteReading(database) },
        parts: createMongoPartStore(database),
        revisions: createMongoRevisionStore(database),
        indexes: new Map(ROW_ENTITIES.map((entity) => [entity, rebuildOf(entity, rowIndexDefinition(entity))])),
        writeInto: (index, some) => check().then(() => writeRows(openSearch, index, some)),
        updateNotesIn: (index, updates) => updateNotes(openSearch, index, updates),
        progress: (done, total) => say(`device ${done} of ${total}`),
      },
      signal,
    );
    const entities = await rebuildEntities(
      {
        store: createMongoEntityStore(database),
        indexes: new Map(PUT_ENTITIES.map((kind) => [kind, rebuildOf(kind, entityIndexDefinition(kind))])),
        writeInto: (index, changes) => check().then(() => writeEntities(openSearch, index, changes)),
        onRefused: (entity, reason) => say(`The index refuses ${entity}: ${reason}`),
      },
      signal,
    );
    say(`Rebuilt: ${rows} rows of ${devices} devices, ${entities} other entities.`);
  }

  return {
    async run(signal: AbortSignal): Promise<number> {
      const leasing = {
        leases: createMongoLeaseStore(database),
        holder: randomUUID(),
        now: () => new Date(),
        elapsedMs: () => performance.now(),
      };
      try {
        await mongo.start();
        if (await holdLease(leasing, LEASE, (check) => rebuild(check, signal))) return DONE;
        say(`Another rebuild is running; one that died blocks for ${LEASE_MS / 1_000} s.`);
        return FAILED;
      } catch (error) {
        say(signal.aborted ? "Interrupted; start it again." : `Failed: ${errorMessage(error)}`);
        return signal.aborted ? INTERRUPTED : FAILED;
      }
    },
    async stop(): Promise<void> {
      await openSearch.stop();
      await mongo.stop();
    },
  };
}
