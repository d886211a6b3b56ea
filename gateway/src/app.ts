import { createUserAuthenticator } from "@network-access/access/caller";
import { createGraphqlEndpoint } from "@network-access/service-runtime/graphql-endpoint";
import { graphqlErrorReply } from "@network-access/service-runtime/http-reply";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import type { Config } from "./config.ts";
import { createFederatedSource } from "./federated-source.ts";
import { withQueryPage } from "./query-page.ts";
import { createSubgraphSource } from "./subgraph-source.ts";
import { createSchemaReader } from "./versions/published-schema.ts";
import { createSubgraphVersions } from "./versions/subgraph-versions.ts";

/**
 * The time for shaping a response, in milliseconds. At its deadline, an operation ends its requests to the subgraphs.
 * The response is shaped after that, so the HTTP response gets this much more time than the operation. The HTTP
 * deadline does not depend on the fields of a query, so it is computed from the longest deadline that any query can
 * have.
 */
const shapingMs = 1_000;

/** Creates the gateway. Its parts listen and connect only after they are started. */
export function createGateway(config: Config, logger: Logger): Assembly & { readonly http: HttpServer } {
  const sources = new Map(
    config.subgraphs.map((subgraph) => [
      subgraph.name,
      createSubgraphSource({
        ...subgraph,
        ...config.connections,
        logger,
      }),
    ]),
  );
  const { deadlines } = config;
  const gateway = createFederatedSource({
    supergraph: config.supergraph,
    execution: config.execution,
    deadlines,
    planCacheMib: config.planCacheMib,
    logger,
    async fetch(subgraph, request, on) {
      const source = sources.get(subgraph);
      if (!source) throw new Error(`the supergraph has no subgraph ${subgraph}`);
      return source.ask(request, on);
    },
  });
  const authenticate = createUserAuthenticator(config.users, { logger });
  const endpoint = createGraphqlEndpoint({
    logger,
    source: { gateway, direct: gateway.direct },
    admit: ({ authorization }) => authenticate(authorization),
    context: (operation) => operation,
    introspection: config.introspection,
    limits: config.limits,
    deadlineMs: ({ type }) =>
      shapingMs +
      (type === "mutation" ? deadlines.mutationMs : Math.max(deadlines.readMs, deadlines.draftMs, deadlines.previewMs)),
  });
  const schemas = createSchemaReader(config.connections.connectTimeoutMs);
  const urls = new Map(config.subgraphs.map(({ name, url }) => [name, url]));
  const versions = createSubgraphVersions({
    ...config.versions,
    supergraph: config.supergraph,
    subgraphs: [...urls.keys()],
    readSchema: (name, stopping) => schemas.read(urls.get(name) ?? "", stopping),
    logger,
  });
  const http = createHttpServer({
    logger,
    ...config.http,
    checks: [versions.check],
    routes: config.queryPage
      ? withQueryPage(endpoint.routes, { introspection: config.introspection })
      : endpoint.routes,
    problems: graphqlErrorReply,
  });
  const connections = {
    name: "subgraph-connections",
    start() {},
    async stop() {
      await Promise.all([schemas, ...sources.values()].map((source) => source.close()));
    },
  };
  const telemetry = createTelemetry({ serviceName: "gateway", endpoint: config.traces, logger });
  const stopDeadlineMs = config.http.drainGraceMs + config.stopMs;
  return { logger, parts: [telemetry, connections, versions, endpoint, http], http, stopDeadlineMs };
}
