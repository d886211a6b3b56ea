import { randomUUID } from "node:crypto";
import { newSecret } from "@network-access/access/basic-credentials";
import { createUserAuthenticator } from "@network-access/access/caller";
import { createServiceTokenSource } from "@network-access/access/service-token-source";
import { createClock } from "@network-access/service-runtime/clock";
import { connectMongo, presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { problemReply } from "@network-access/service-runtime/http-reply";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import { createIndexCheck } from "@network-access/service-runtime/index-check";
import type { Logger } from "@network-access/service-runtime/logger";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createServiceClient } from "@network-access/service-runtime/service-client";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import { assembleTools } from "./app-tools.ts";
import { createHttpUserFeed } from "./callers/http-user-feed.ts";
import { identifyCaller } from "./callers/identify-caller.ts";
import { createMongoDirectoryStore } from "./callers/mongo-directory-store.ts";
import { createUserDirectory } from "./callers/user-directory.ts";
import type { Config } from "./config.ts";
import { createDocumentationRoutes } from "./documentation/documentation-routes.ts";
import { createEndpointRoute } from "./endpoint/endpoint-route.ts";
import { messageProblem } from "./endpoint/message-problem.ts";
import { createKeyFinder } from "./keys/find-key.ts";
import { createKeyRoutes } from "./keys/key-routes.ts";
import { createMongoKeyStore } from "./keys/mongo-key-store.ts";
import { httpManager } from "./manager/http-manager.ts";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";
import { createMessageAnswer } from "./protocol/answer-message.ts";
import { instructionsFor } from "./protocol/instructions.ts";
import { createPackageAnswer } from "./protocol/package-answer.ts";
import { createToolLists } from "./protocol/tool-list.ts";
import { createToolRunner, reportTools } from "./protocol/tool-runner.ts";
import { createRateLimiter } from "./rate/rate-limiter.ts";
import { connectBucketStore } from "./rate/redis-bucket-store.ts";

/** The name of this process in the database and in traces. */
const NAME = "mcp-tools";

/** Assembles the service. Nothing runs before its parts are started. */
export function assembleToolServer(config: Config, logger: Logger): Assembly & { readonly http: HttpServer } {
  const now = createClock(config.fixedTime);
  const elapsedMs = () => performance.now();
  const mongo = connectMongo({ ...config.mongo, logger, appName: NAME });
  const { database } = mongo;
  const databaseIndexes = createIndexCheck({ database, indexes: DATABASE_INDEXES, createdBy: PREPARE, logger });
  const openSearch = createOpenSearchClient(config.openSearch.cluster);
  const tokenFor = createServiceTokenSource(config.serviceTokenFile);
  const toManager = {
    ...{ callee: "security-manager", url: config.managerUrl, logger },
    token: () => tokenFor("security-manager"),
  };
  const managerClient = createServiceClient(toManager);
  // The users are copied through a separate client with one connection, because tool calls may occupy all connections
  // of `managerClient` while the security manager is slow.
  const feedClient = createServiceClient({ ...toManager, connections: 1 });

  const keyStore = createMongoKeyStore(database);
  const keys = createKeyFinder({ store: keyStore, now, elapsedMs, logger });
  const directory = createUserDirectory({
    ...{ feed: createHttpUserFeed(feedClient), store: createMongoDirectoryStore(database) },
    ...{ now, elapsedMs, logger },
  });
  const buckets = connectBucketStore({ ...config.rateStore, logger });
  const { replicas, ...sizes } = config.rates;
  const limiter = createRateLimiter({ store: buckets, sizes, replicas, elapsedMs, logger });

  const { docsUrl, publicUrl, root } = config.documentation;
  const { tools, pages, preparation } = assembleTools({
    ...{ root, docsUrl, openSearch, logger, indexPrefix: config.openSearch.prefix },
    publicUrl: () => publicUrl ?? `http://${reachable(config.http.host)}:${http.port}`,
  });
  reportTools(tools);
  const run = createToolRunner({ manager: httpManager(managerClient), now, logger });
  const endpoint = createEndpointRoute({
    ...{ path: "/mcp", places: config.places },
    admit: (headers) => identifyCaller({ limiter, keys, directory }, headers),
    toolsOf: createToolLists(tools, instructionsFor),
    answer: createMessageAnswer(run, createPackageAnswer(run)),
  });
  const authenticateUser = createUserAuthenticator(config.users, { logger });
  const keyRoutes = createKeyRoutes({ keys: keyStore, authenticateUser, newId: randomUUID, newSecret, now });
  const http: HttpServer = createHttpServer({
    ...config.http,
    logger,
    routes: [
      endpoint,
      ...[...keyRoutes, ...(docsUrl === undefined ? createDocumentationRoutes(pages) : [])].map((route) => ({
        ...{ problems: problemReply, ...route },
      })),
    ],
    // The readiness check does not include the database. Without the database, this process can still serve callers
    // whose key was used recently, and callers without a key.
    checks: [],
    problems: messageProblem,
    presentError: presentDatabaseAway,
  });
  const clients = {
    name: "clients",
    start: () => undefined,
    stop: async () => {
      await Promise.all([managerClient.stop(), feedClient.stop(), openSearch.stop()]);
    },
  };
  return {
    logger,
    http,
    stopDeadlineMs: config.stopMs + config.http.drainGraceMs,
    parts: [
      createTelemetry({ serviceName: NAME, endpoint: config.traces, logger }),
      ...[mongo, databaseIndexes, clients, buckets, keys, directory, preparation, http],
    ],
  };
}

/**
 * Returns a host with which programs on this machine can reach a server that listens on `host`. If the server listens
 * on all addresses, returns 127.0.0.1. Puts an IPv6 address in brackets.
 */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
