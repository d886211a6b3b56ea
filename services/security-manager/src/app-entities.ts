import type { BoundedSearch } from "@network-access/service-runtime/bounded-searches";
import type { Logger } from "@network-access/service-runtime/logger";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Db } from "mongodb";
import type { CounterStore } from "./counters/counter-store.ts";
import type { Estate } from "./devices/estate.ts";
import { createDeviceAlignment } from "./entities/align-devices.ts";
import { createMongoEntityStore } from "./entities/mongo-entity-store.ts";
import { createOpenSearchEntityIndex } from "./entities/opensearch-entity-index.ts";
import { projectOpen } from "./entities/project-entities.ts";
import { fillEntities } from "./entities/rebuild-entities.ts";
import { writeEntities } from "./entities/write-entities.ts";

/**
 * How long a deleted entity stays in the database, marked as deleted, in milliseconds. During this time, writes with an
 * older version are skipped. No request lasts longer than this time, so an old request can't restore a deleted entity.
 */
const DELETED_MS = 600_000;

interface Needs {
  readonly database: Db;
  readonly openSearch: OpenSearchClient;
  readonly prefix: string;
  readonly searchWithin: BoundedSearch;
  readonly readEstate: () => Promise<Estate>;
  readonly counters: CounterStore;
  readonly outdated: (index: string) => void;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Creates everything that the service needs for the entities that clients put:
 * - the dependencies of the routes and of the searches
 * - the periodic tasks, which update the indexes, follow changes of devices, and purge deleted entities
 */
export function assembleEntities({ database, openSearch, prefix, searchWithin, counters, ...needs }: Needs) {
  const { logger, outdated, readEstate, now } = needs;
  const store = createMongoEntityStore(database);
  const index = createOpenSearchEntityIndex(openSearch, prefix, searchWithin, outdated);
  const nextVersion = () => counters.next("entity-change");
  const filling = {
    store,
    writeInto: (name: string, changes: Parameters<typeof writeEntities>[2]) => writeEntities(openSearch, name, changes),
    onRefused: (entity: string, reason: string) =>
      logger.error({ entity, reason }, "the index refuses an entity; it can't be searched"),
  };
  const align = createDeviceAlignment({ store, readEstate, nextVersion, now });
  const projector = createPeriodic({
    name: "project entities",
    everyMs: 1_000,
    async task(signal) {
      await index.prepare(async (kind, name) => void (await fillEntities(filling, kind, name, signal)));
      await projectOpen({ store, index, now, logger }, signal);
    },
    logger,
  });
  const aligner = createPeriodic({
    name: "align entities with devices",
    everyMs: 10_000,
    async task() {
      await align();
      await store.purge(new Date(now().getTime() - DELETED_MS));
    },
    logger,
  });
  return { saving: { store, index, readEstate, nextVersion, now, logger }, index, parts: [projector, aligner] };
}
