import { randomUUID } from "node:crypto";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createClock } from "@network-access/service-runtime/clock";
import { connectMongo, presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createIndexCheck } from "@network-access/service-runtime/index-check";
import type { Logger } from "@network-access/service-runtime/logger";
import { collectedGauge, histogram } from "@network-access/service-runtime/metrics";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { presentIndexAway } from "@network-access/service-runtime/opensearch-failures";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { stopTogether } from "@network-access/service-runtime/stop-parts";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { createCallerAdmission } from "./access/admit-caller.ts";
import { assembleEntities } from "./app-entities.ts";
import { createMaker } from "./app-making.ts";
import { assembleNotes } from "./app-notes.ts";
import { assembleUsers } from "./app-users.ts";
import type { Config } from "./config.ts";
import { createMongoCounterStore } from "./counters/mongo-counter-store.ts";
import { createEstateReader } from "./devices/estate.ts";
import { createMongoDeviceStore } from "./devices/mongo-device-store.ts";
import { searchedEstateOf } from "./devices/searched-estate-of.ts";
import { createMakerThread } from "./maker-thread.ts";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";
import { estateProblem } from "./rest/estate-problem.ts";
import { estateRoutes } from "./rest/estate-routes.ts";
import { mountRoutes } from "./rest/mount-routes.ts";
import { cleanUpRevisions } from "./revisions/clean-up-revisions.ts";
import { createMongoPartStore } from "./revisions/mongo-part-store.ts";
import { createMongoRevisionStore } from "./revisions/mongo-revision-store.ts";
import { renameRows } from "./revisions/rename-rows.ts";
import { createOpenSearchRowIndex } from "./row-index/opensearch-row-index.ts";
import { readRangeClauses } from "./row-index/read-range-clauses.ts";
import { findRules } from "./searching/find-rules.ts";

/**
 * The limits of a search. A search waits at most 2 s for a free slot. The other times are counted from the start of the
 * call to OpenSearch:
 * - After 16 s, each shard stops searching.
 * - After 17 s, OpenSearch cancels the search if it has not stopped.
 * - After 17.5 s, the service stops waiting for the response.
 */
const SEARCHES = {
  ...{ deadlineMs: 16_000, stoppedAfterMs: 17_000, patienceMs: 17_500, waitMs: 2_000 },
  // The maximum size of a response from OpenSearch. Each response counts as three times its size toward the memory
  // limit of the request. Three times this maximum is below the default memory limit.
  mostBytes: 31 * 1_024 * 1_024,
};

const delay = histogram({
  name: "manager_revision_searchable_seconds",
  help: "Time from a revision's upload until it is searched",
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300],
});
const indexLag = collectedGauge({
  name: "manager_index_lag_seconds",
  help: "Age of the oldest revision that is stored and not yet searched",
  label: "index",
});
const observeDelay = (seconds: number) => delay.observe(seconds);

/**
 * Creates the service and its parts, but does not start them. `making` selects the thread in which device revisions are
 * made: a separate thread ("thread") or the calling thread ("here").
 */
export function assembleManager(
  config: Config,
  logger: Logger,
  making: "thread" | "here" = "here",
): Assembly & { readonly http: HttpServer } {
  const now = createClock(config.fixedTime);
  const mongo = connectMongo({ ...config.mongo, logger, appName: "security-manager" });
  const { database } = mongo;
  const databaseIndexes = createIndexCheck({ database, indexes: DATABASE_INDEXES, createdBy: PREPARE, logger });
  const openSearch = createOpenSearchClient(config.openSearch.cluster);
  const searchWithin = createBoundedSearch({ ...SEARCHES, atOnce: config.maxConcurrentSearches });
  const { prefix } = config.openSearch;
  const outdated = (index: string) => logger.warn({ index }, "an index has the fields of another version; rebuild it");
  const rows = createOpenSearchRowIndex(openSearch, prefix, searchWithin, outdated);

  const devices = createMongoDeviceStore(database);
  const counters = createMongoCounterStore(database);
  const parts = createMongoPartStore(database);
  const revisions = createMongoRevisionStore(database);
  const readEstate = createEstateReader(devices, () => performance.now());
  const saving = { store: devices, readEstate, nextId: counters.next, now };
  const users = assembleUsers({ database, counters, logger, now });
  const notes = assembleNotes({ database, counters, devices, revisions, rows, logger, now });
  const entities = assembleEntities({
    ...{ database, openSearch, prefix, searchWithin, readEstate, counters, outdated, logger, now },
  });

  const maker =
    making === "thread"
      ? createMakerThread(config, observeDelay)
      : {
          make: createMaker({ database, devices, rows, logger, onSearchable: observeDelay }),
          end: () => undefined,
        };
  const makerThread = { name: "maker thread", start: () => undefined, stop: maker.end };
  const lag = {
    name: "index lag",
    start: () =>
      void indexLag.set("rows", async () => {
        const since = await revisions.oldestPending();
        return since ? Math.max(0, now().getTime() - since.getTime()) / 1_000 : 0;
      }),
    stop: () => void indexLag.delete("rows"),
  };
  const worker = createPeriodic({ name: "make revisions", everyMs: 1_000, task: maker.make, logger });
  const keeping = {
    ...{ devices, parts, revisions, rows, now },
    leases: createMongoLeaseStore(database),
    holder: randomUUID(),
  };
  const renamer = createPeriodic({
    name: "rename rows",
    everyMs: 5_000,
    task: (stopping) => renameRows(keeping, stopping),
    logger,
  });
  const cleaner = createPeriodic({
    name: "clean up revisions",
    everyMs: 60_000,
    async task() {
      if (await rows.exist()) await cleanUpRevisions(keeping);
    },
    logger,
  });

  const rangeClauses = readRangeClauses(openSearch);
  const searching = {
    ...{ rows, entities: entities.index, records: notes.records },
    settings: async (q: string) => ({
      ...{ now: now().getTime(), rangeClauses: await rangeClauses() },
      ...(await notes.searchedProperties(q)),
    }),
    estateOf: async (caller: Parameters<typeof searchedEstateOf>[1]) => searchedEstateOf(await readEstate(), caller),
  };
  const presentError = (error: unknown) => presentDatabaseAway(error) ?? presentIndexAway(error);
  const routes = estateRoutes({
    devices: saving,
    revisions: { ...{ readEstate, now, parts, revisions }, nextRevision: () => counters.next("revision") },
    searches: searching,
    notes: {
      ...{ ...notes, readEstate, estateOf: searching.estateOf },
      findRules: (q, estate) => findRules(searching, q, estate),
    },
    entities: { saving: entities.saving, searching },
    users: { ...users, readEstate },
  });
  const admit = createCallerAdmission({
    users: users.finder,
    authenticateUser: createUserAuthenticator(config.users, { logger }),
    authenticateService: createServiceAuthenticator(config.services, { logger }),
    actingSubjects: config.actingSubjects,
  });
  const http = createHttpServer({
    ...config.http,
    logger,
    routes: mountRoutes(routes, admit),
    // The readiness check ignores the search index, because requests for devices and revisions need only the database.
    checks: [mongo.check],
    problems: estateProblem,
    presentError,
  });
  const telemetry = createTelemetry({ serviceName: "security-manager", endpoint: config.traces, logger });
  const indexClient = { name: "index client", start: () => undefined, stop: () => openSearch.stop() };
  return {
    logger,
    http,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      telemetry,
      mongo,
      databaseIndexes,
      notes.defaults,
      indexClient,
      makerThread,
      lag,
      ...notes.parts,
      ...entities.parts,
      stopTogether([worker, renamer, cleaner, users.purge, http]),
    ],
  };
}
