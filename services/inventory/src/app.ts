import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { newSecret } from "@network-access/access/basic-credentials";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { pageInfoSchema } from "@network-access/service-contracts/shared-schema";
import { presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { pause } from "@network-access/service-runtime/deadline";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createKeyedMutex } from "@network-access/service-runtime/keyed-mutex";
import type { Logger } from "@network-access/service-runtime/logger";
import { presentIndexAway } from "@network-access/service-runtime/opensearch-failures";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { stopTogether } from "@network-access/service-runtime/stop-parts";
import { createSubgraph } from "@network-access/service-runtime/subgraph";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { assembleFeeds } from "./app-feeds.ts";
import { assembleMaintenance } from "./app-maintenance.ts";
import { assembleProjection } from "./app-projection.ts";
import { assembleStores } from "./app-stores.ts";
import type { Config } from "./config.ts";
import { authenticateConnector } from "./connectors/authenticate-connector.ts";
import { registerConnector } from "./connectors/register-connector.ts";
import { createRegistrations } from "./connectors/registrations.ts";
import { issueFeedToken } from "./feeds/issue-feed-token.ts";
import { createContext } from "./graphql/context.ts";
import { createResolvers } from "./graphql/resolvers.ts";
import { countedReading } from "./groups/counted-reading.ts";
import { deleteGroup } from "./groups/delete-group.ts";
import { boundariesNaming } from "./groups/http-boundaries-naming.ts";
import { listGroups } from "./groups/list-groups.ts";
import { previewGroup } from "./groups/preview-group.ts";
import { readGroupAddresses } from "./groups/read-group-addresses.ts";
import { releaseGroupChange } from "./groups/release-group-change.ts";
import { resolveAddresses } from "./groups/resolve-addresses.ts";
import { saveGroup } from "./groups/save-group.ts";
import { createInternalRoutes } from "./http/internal-routes.ts";
import { itemIdOf } from "./items/item.ts";
import { createRestMount } from "./rest/mount.ts";
import { type SearchArguments, searchItems } from "./search/search-items.ts";
import { cleanUpItems } from "./uploads/clean-up-items.ts";
import { uploadItems } from "./uploads/upload-items.ts";

const schema = readFileSync(new URL("../schema.graphql", import.meta.url), "utf8");

/** Assembles the parts of the service. Nothing runs until these parts are started. */
export function assembleInventory(config: Config, logger: Logger): Assembly & { readonly http: HttpServer } {
  const now = () => new Date();
  const stores = assembleStores(config, logger);
  const { items, removals, groups, addressLists, connectors, runs, feedTokens } = stores;
  const projection = assembleProjection(config, logger, stores);
  const { itemIndex, itemSearch, groupIndex, refresh, clean, changed, noteInserted, notifyAddressesChanged } =
    projection;

  const tokenFor = createServiceTokenSource(config.serviceTokenFile);
  const evaluator = createServiceClient({
    callee: "boundary-evaluator",
    url: config.evaluatorUrl,
    logger,
    token: () => tokenFor("boundary-evaluator"),
  });

  const presentError = (error: unknown) => presentDatabaseAway(error) ?? presentIndexAway(error);
  const authenticateUser = createUserAuthenticator(config.users, { logger });
  const saving = { groups, groupIndex, refresh, clean, newUuid: randomUUID, now, pause };
  const deleting = { groups, feedTokens, boundariesNaming: boundariesNaming(evaluator), refresh, now };
  const issuing = { groups, feedTokens, newSecret, newUuid: randomUUID, now };
  const registering = { connectors, newSecret, newUuid: randomUUID, now };
  const registrations = createRegistrations({ connectors, now, elapsedMs: () => performance.now(), pause });
  // Pauses before the next round of an upload that conflicted with uploads of other processes. The pause is random, so
  // that the same processes are less likely to conflict again. The longest possible pause doubles with each round, up
  // to 800 ms.
  const spread = (round: number) => pause(Math.random() * Math.min(25 * 2 ** round, 800));
  const uploading = { connectors, runs, items, now, noteInserted, changed, itemMutex: createKeyedMutex(), spread };
  const searching = {
    searchItems: (asked: SearchArguments) => searchItems({ itemSearch }, asked),
    countTypes: itemSearch.countTypes,
  };
  const counted = countedReading(stores);
  const subgraph = createSubgraph({
    logger,
    schema: [schema, pageInfoSchema()],
    resolvers: createResolvers({
      ...searching,
      listGroups: (page) => listGroups(counted, page),
      readGroupAddresses: (group, page) => readGroupAddresses(counted, group, page),
      previewGroup: (asked) => previewGroup({ groups, items, addressLists, itemIndex, groupIndex }, asked),
      saveGroup: (input, how) => saveGroup(saving, input, how),
      async releaseGroupChange(id) {
        const released = await releaseGroupChange({ groups, addressLists, now }, id);
        await notifyAddressesChanged();
        return released;
      },
      deleteGroup: (id, by, force) => deleteGroup(deleting, id, by, force),
      registerConnector: (input, by) => registerConnector(registering, input, by),
      removeConnector: registrations.remove,
      connectors,
      issueFeedToken: (input, by) => issueFeedToken(issuing, input, by),
      feedTokens,
    }),
    admit: (headers) => authenticateUser(headers.authorization),
    context: createContext({ ...counted, itemIndex, registrations, feedTokens }),
    presentError,
  });

  const rest = createRestMount({
    authenticateUser,
    authenticateConnector: (authorization) => authenticateConnector({ connectors }, authorization),
    upload: (connector, body) => uploadItems(uploading, connector, body),
    cleanUp: (connector, body) => cleanUpItems({ removals, runs, now, changed }, connector, body),
    findItem: async (key) => {
      const itemId = itemIdOf(key);
      return (await items.read([itemId])).get(itemId);
    },
    registrations,
    ...searching,
    indexLag: projection.indexLag,
    now,
    presentError,
    logger,
    maxUploadBytes: config.uploads.maxBytes,
    maxConcurrentUploads: config.uploads.maxConcurrent,
    hasDocsPage: config.hasDocsPage,
  });
  const internal = createInternalRoutes({
    authenticate: createServiceAuthenticator(config.services, { logger }),
    allowedSubjects: config.addressSubjects,
    resolve: (asked) =>
      resolveAddresses({ groups, items, failed: (err) => logger.warn({ err }, "references can't be resolved") }, asked),
    addressLists,
  });
  const http = createHttpServer({
    ...config.http,
    logger,
    routes: [...subgraph.routes, ...internal, assembleFeeds(config, logger, stores)],
    mounts: [rest],
    // Readiness does not depend on the search index and the queue, because items, groups and addresses can be read
    // without them.
    checks: [stores.check],
    presentError,
  });

  const maintenance = assembleMaintenance(
    { ...stores, itemIndex: projection.itemIndex, newHolder: randomUUID, now, changed },
    logger,
  );
  const telemetry = createTelemetry({ serviceName: "inventory", endpoint: config.traces, logger });
  const evaluatorClient = { name: "evaluator client", start: () => undefined, stop: () => evaluator.stop() };
  return {
    logger,
    http,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      ...[telemetry, ...stores.parts, evaluatorClient, ...projection.parts, subgraph],
      stopTogether([...projection.work, ...maintenance, http]),
    ],
  };
}
