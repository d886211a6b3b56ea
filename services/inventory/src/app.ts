import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { newSecret } from "@network-access/access/basic-credentials";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { pageInfoSchema } from "@network-access/service-contracts/shared-schema";
import { connectMongo, presentRecordEngineAway } from "@network-access/service-runtime/connect-mongo";
import { pause, withDeadline } from "@network-access/service-runtime/deadline";
import { httpSettings } from "@network-access/service-runtime/environment";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createJobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { createSubgraph } from "@network-access/service-runtime/subgraph";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { authenticateConnector } from "./authenticate-connector.ts";
import { boundariesNaming } from "./clients/boundaries-naming.ts";
import { createOpenSearchClient, presentIndexAway } from "./clients/opensearch.ts";
import type { Config } from "./config.ts";
import { deleteGroup } from "./delete-group.ts";
import { createContext } from "./graphql/context.ts";
import { createResolvers } from "./graphql/resolvers.ts";
import { createInternalRoutes } from "./http/internal-routes.ts";
import { itemIdOf } from "./item.ts";
import { createRefreshGroupHandler, refreshGroupJob } from "./jobs/refresh-group-jobs.ts";
import { listFilters } from "./list-filters.ts";
import { listGroups } from "./list-groups.ts";
import { projectItems } from "./project-items.ts";
import { createProjector } from "./projector.ts";
import { readGroupAddresses } from "./read-group-addresses.ts";
import { refreshGroup } from "./refresh-group.ts";
import { registerConnector } from "./register-connector.ts";
import { resolveAddresses } from "./resolve-addresses.ts";
import { createRestMount } from "./rest/routes.ts";
import { saveGroup } from "./save-group.ts";
import { createMongoAddressListStore } from "./stores/mongo-address-list-store.ts";
import { createMongoConnectorStore } from "./stores/mongo-connector-store.ts";
import { createMongoDiscoveryRunStore } from "./stores/mongo-discovery-run-store.ts";
import { createMongoGroupStore } from "./stores/mongo-group-store.ts";
import { createMongoItemStore } from "./stores/mongo-item-store.ts";
import { createMongoMembershipStore } from "./stores/mongo-membership-store.ts";
import { createOpenSearchGroupIndex } from "./stores/opensearch-group-index.ts";
import { createOpenSearchItemIndex } from "./stores/opensearch-item-index.ts";
import { prepareRecord } from "./stores/prepare-record.ts";
import { sweepGroups } from "./sweep-groups.ts";
import { uploadItems } from "./upload-items.ts";

const schema = readFileSync(new URL("../schema.graphql", import.meta.url), "utf8");

const unsearchableItems = counter({
  name: "inventory_unsearchable_items_total",
  help: "Items the index refused for good",
});

/** Puts the inventory together; nothing runs before the parts are started. */
export function assembleInventory(config: Config, logger: Logger): Assembly & { readonly http: HttpServer } {
  const now = () => new Date();
  const mongo = connectMongo({ url: config.MONGO_URL, database: config.MONGO_DATABASE, logger, appName: "inventory" });
  const openSearch = createOpenSearchClient(config.OPENSEARCH_URL);
  const { database } = mongo;
  const items = createMongoItemStore(database);
  const memberships = createMongoMembershipStore(database);
  const groups = createMongoGroupStore(database);
  const addressLists = createMongoAddressListStore(database);
  const connectors = createMongoConnectorStore(database);
  const runs = createMongoDiscoveryRunStore(database);
  const itemIndex = createOpenSearchItemIndex(openSearch, config.INDEX_PREFIX);
  const groupIndex = createOpenSearchGroupIndex(openSearch, config.INDEX_PREFIX);

  const tokenFor = createServiceTokenSource(config.SERVICE_TOKEN_FILE);
  const evaluator = createServiceClient({
    callee: "boundary-evaluator",
    url: config.BOUNDARY_EVALUATOR_URL,
    logger,
    token: () => tokenFor("boundary-evaluator"),
  });

  const jobs = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger };
  const sender = createJobSender(refreshGroupJob, { ...jobs, keepLastIfActive: true });
  const refresh = async (groupUuids: readonly string[]) => {
    await Promise.all(groupUuids.map((groupUuid) => sender.send({ groupUuid })));
  };

  const prepareIndexes = async () => {
    await groupIndex.prepare(() => listFilters({ groups }));
    await itemIndex.prepare(() => memberships.reopenAll(now()));
  };
  const unsearchable = (itemId: string, reason: string) => {
    unsearchableItems.inc();
    logger.error({ itemId, reason }, "an item can't be searched");
  };
  const projection = { memberships, groups, itemIndex, groupIndex, refresh, unsearchable, now };
  const projector = createProjector({
    prepare: prepareIndexes,
    project: (until) => projectItems(projection, until),
    logger,
    now,
  });
  const { projectUpTo } = projector;
  const refreshing = { groups, memberships, addressLists, itemIndex, groupIndex, projectUpTo, now };
  const refreshNow = async (uuid: string, signal: AbortSignal) => {
    await prepareIndexes();
    return refreshGroup(refreshing, uuid, signal);
  };
  const handler = createJobHandler(refreshGroupJob, createRefreshGroupHandler(refreshNow), {
    ...jobs,
    concurrency: config.GROUP_CONCURRENCY,
  });
  const sweeper = createPeriodic({
    name: "sweep groups",
    everyMs: 2_000,
    task: () => sweepGroups({ groups, refresh, now }),
    logger,
  });

  const presentFault = (error: unknown) => presentRecordEngineAway(error) ?? presentIndexAway(error);
  const authenticateUser = createUserAuthenticator({
    issuer: config.USER_ISSUER,
    audience: config.USER_AUDIENCE,
    jwksUrl: config.USER_JWKS_URL,
  });
  const checkedIndex = {
    async check(filter: Parameters<typeof groupIndex.check>[0]) {
      await prepareIndexes();
      return groupIndex.check(filter);
    },
  };
  const clean = async (uuid: string) => {
    await refreshNow(uuid, AbortSignal.timeout(5_000));
  };
  const saving = { groups, groupIndex: checkedIndex, refresh, clean, newUuid: randomUUID, now, pause };
  const deleting = { groups, boundariesNaming: boundariesNaming(evaluator), refresh, now };
  const registering = { connectors, newSecret, newUuid: randomUUID, now };
  const subgraph = createSubgraph({
    logger,
    schema: [schema, pageInfoSchema()],
    resolvers: createResolvers({
      listGroups: (page) => listGroups({ groups }, page),
      readGroupAddresses: (group, page) => readGroupAddresses({ addressLists }, group, page),
      saveGroup: (input, how) => saveGroup(saving, input, how),
      deleteGroup: (id, by, force) => deleteGroup(deleting, id, by, force),
      registerConnector: (input, by) => registerConnector(registering, input, by),
      connectors,
    }),
    admit: (headers) => authenticateUser(headers.authorization),
    context: createContext({ items, groups, connectors }),
    presentFault,
  });

  const rest = createRestMount({
    authenticateUser,
    authenticateConnector: (authorization) => authenticateConnector({ connectors }, authorization),
    upload: (connector, body) =>
      uploadItems({ connectors, runs, items, now, changed: projector.wake }, connector, body),
    findItem: async (key) => {
      const itemId = itemIdOf(key);
      return (await items.read([itemId])).get(itemId);
    },
    registered: async () => new Set((await connectors.list()).map((connector) => connector.uuid)),
    presentFault,
    logger,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    maxConcurrentUploads: config.MAX_CONCURRENT_UPLOADS,
  });
  const internal = createInternalRoutes({
    authenticate: createServiceAuthenticator({
      issuer: config.SERVICE_ISSUER,
      audience: config.SERVICE_AUDIENCE,
      jwksUrl: config.SERVICE_JWKS_URL,
    }),
    allowedSubjects: config.ADDRESS_RESOLUTION_SUBJECTS,
    resolve: (asked) =>
      resolveAddresses(
        { groups, items, failed: (err) => logger.warn({ err }, "references can't be looked up") },
        asked,
      ),
    addressLists,
  });
  const http = createHttpServer({
    ...httpSettings(config),
    logger,
    routes: [...subgraph.routes, ...internal],
    mounts: [rest],
    // The index and the queue are left out on purpose: items, groups and addresses are answered from the record alone.
    checks: [mongo.check],
    presentFault,
  });

  const telemetry = createTelemetry({ serviceName: "inventory", endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger });
  const preparing = {
    name: "record",
    start: () => withDeadline("creating indexes", 30_000, () => prepareRecord(database)),
    stop: () => undefined,
  };
  const index = { name: "index client", start: () => undefined, stop: () => openSearch.stop() };
  const asking = { name: "evaluator client", start: () => undefined, stop: () => evaluator.stop() };
  return {
    logger,
    http,
    stopDeadlineMs: (config.DRAIN_SECONDS + config.STOP_SECONDS) * 1_000,
    parts: [telemetry, mongo, preparing, index, asking, sender, projector, handler, sweeper, subgraph, http],
  };
}
