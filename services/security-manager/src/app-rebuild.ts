import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { DONE, FAILED, INTERRUPTED } from "@network-access/service-runtime/exit-codes";
import type { Logger } from "@network-access/service-runtime/logger";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createIndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { createNoteReading } from "./app-notes.ts";
import type { RebuildConfig } from "./config.ts";
import { createMongoDeviceStore } from "./devices/mongo-device-store.ts";
import { entityIndexDefinition } from "./entities/entity-mapping.ts";
import { createMongoEntityStore } from "./entities/mongo-entity-store.ts";
import { rebuildEntities } from "./entities/rebuild-entities.ts";
import { writeEntities } from "./entities/write-entities.ts";
import { createMongoPartStore } from "./revisions/mongo-part-store.ts";
import { createMongoRevisionStore } from "./revisions/mongo-revision-store.ts";
import { rebuildRows } from "./revisions/rebuild-rows.ts";
import { ROW_ENTITIES } from "./row-index/opensearch-row-index.ts";
import type { NotesUpdate, RowWrite } from "./row-index/row-index.ts";
import { rowIndexDefinition } from "./row-index/row-mapping.ts";
import { updateNotes } from "./row-index/update-notes.ts";
import { writeRows } from "./row-index/write-rows.ts";
import { PUT_ENTITIES } from "./siql/schema/entities.ts";

/** Assembles the command that rebuilds the indexes; `run` returns its exit code. */
export function assembleRebuild(config: RebuildConfig, logger: Logger, say: (line: string) => void) {
  const mongo = connectMongo({ ...config.mongo, logger, appName: "rebuild" });
  const openSearch = createOpenSearchClient(config.openSearch.cluster, { deadlineMs: 30_000 });
  const { database } = mongo;
  const nameOf = (entity: string) => `${config.openSearch.prefix}-${entity}`;
  const indexes = new Map(
    ROW_ENTITIES.map((entity) => [entity, createIndexRebuild(openSearch, nameOf(entity), rowIndexDefinition(entity))]),
  );
  const entityIndexes = new Map(
    PUT_ENTITIES.map((kind) => [kind, createIndexRebuild(openSearch, nameOf(kind), entityIndexDefinition(kind))]),
  );
  const entityNeeds = {
    store: createMongoEntityStore(database),
    indexes: entityIndexes,
    writeInto: (index: string, changes: Parameters<typeof writeEntities>[2]) =>
      writeEntities(openSearch, index, changes),
    onRefused: (entity: string, reason: string) => say(`The index refuses ${entity}: ${reason}`),
  };
  return {
    async run(signal: AbortSignal): Promise<number> {
      try {
        await mongo.start();
        const needs = {
          parts: createMongoPartStore(database),
          revisions: createMongoRevisionStore(database),
          listDevices: createMongoDeviceStore(database).listDevices,
          ...{ indexes, noted: createNoteReading(database) },
          writeInto: (index: string, rows: readonly RowWrite[]) => writeRows(openSearch, index, rows),
          updateNotesIn: (index: string, updates: readonly NotesUpdate[]) => updateNotes(openSearch, index, updates),
          progress: (done: number, total: number) => say(`device ${done} of ${total}`),
        };
        const { devices, rows } = await rebuildRows(needs, signal);
        const entities = await rebuildEntities(entityNeeds, signal);
        say(`Rebuilt: ${rows} rows of ${devices} devices, ${entities} other entities.`);
        return DONE;
      } catch (error) {
        say(
          signal.aborted
            ? "Interrupted; searches use the old indexes."
            : `Failed: ${error instanceof Error ? error.message : String(error)}`,
        );
        return signal.aborted ? INTERRUPTED : FAILED;
      }
    },
    async stop(): Promise<void> {
      await openSearch.stop();
      await mongo.stop();
    },
  };
}
