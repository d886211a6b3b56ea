import { createUserAuthenticator } from "@network-access/access/caller";
import { httpSettings } from "@network-access/service-runtime/environment";
import { createGraphqlEndpoint } from "@network-access/service-runtime/graphql-endpoint";
import { graphqlErrorReply } from "@network-access/service-runtime/http-reply";
import { createHttpServer, type HttpServer } from "@network-access/service-runtime/http-server";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Assembly } from "@network-access/service-runtime/run-until-signal";
import { createTelemetry } from "@network-access/service-runtime/telemetry";
import type { GatewayConfig } from "./config.ts";
import { createFederatedSource } from "./federated-source.ts";
import { withQueryPage } from "./query-page.ts";
import { createSubgraphSource } from "./subgraph-source.ts";

/** Time the endpoint leaves for shaping an answer after the clock of its operation ended the fetches. */
const shapingMs = 1_000;

/** Puts the gateway together; nothing listens or connects before its parts are started. */
export function createGateway(config: GatewayConfig, logger: Logger): Assembly & { readonly http: HttpServer } {
  const sources = new Map(
    config.subgraphs.map((subgraph) => [
      subgraph.name,
      createSubgraphSource({
        ...subgraph,
        logger,
        connections: config.SUBGRAPH_CONNECTIONS,
        connectTimeoutMs: config.SUBGRAPH_CONNECT_TIMEOUT_MS,
        maxAnswerBytes: config.SUBGRAPH_MAX_ANSWER_BYTES,
      }),
    ]),
  );
  const limits = {
    readMs: config.READ_DEADLINE_MS,
    draftMs: config.DRAFT_DEADLINE_MS,
    previewMs: config.PREVIEW_DEADLINE_MS,
    mutationMs: config.MUTATION_DEADLINE_MS,
  };
  const gateway = createFederatedSource({
    supergraph: config.supergraph,
    execution: config.EXECUTION,
    limits,
    planCacheMib: config.PLAN_CACHE_MIB,
    logger,
    async fetch(subgraph, request, on) {
      const source = sources.get(subgraph);
      if (!source) throw new Error(`the supergraph has no subgraph ${subgraph}`);
      return source.ask(request, on);
    },
  });
  const authenticate = createUserAuthenticator({
    issuer: config.USER_ISSUER,
    audience: config.USER_AUDIENCE,
    jwksUrl: config.USER_JWKS_URL,
  });
  const endpoint = createGraphqlEndpoint({
    logger,
    source: { gateway, direct: gateway.direct },
    admit: ({ authorization }) => authenticate(authorization),
    context: (operation) => operation,
    introspection: config.INTROSPECTION,
    limits: {
      depth: config.MAX_DEPTH,
      aliases: config.MAX_ALIASES,
      fields: config.MAX_FIELDS,
      tokens: config.MAX_TOKENS,
    },
    deadlineMs: ({ type }) =>
      shapingMs + (type === "mutation" ? limits.mutationMs : Math.max(limits.readMs, limits.draftMs, limits.previewMs)),
  });
  const http = createHttpServer({
    logger,
    ...httpSettings(config),
    routes: config.QUERY_PAGE
      ? withQueryPage(endpoint.routes, { introspection: config.INTROSPECTION })
      : endpoint.routes,
    problems: graphqlErrorReply,
  });
  const connections = {
    name: "subgraph-connections",
    start() {},
    async stop() {
      await Promise.all(Array.from(sources.values(), (source) => source.close()));
    },
  };
  const telemetry = createTelemetry({ serviceName: "gateway", endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger });
  const stopDeadlineMs = (config.DRAIN_SECONDS + config.STOP_SECONDS) * 1_000;
  return { logger, parts: [telemetry, connections, endpoint, http], http, stopDeadlineMs };
}
