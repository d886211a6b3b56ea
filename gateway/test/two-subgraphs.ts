import { setTimeout as wait } from "node:timers/promises";
import { createUserAuthenticator } from "@network-access/access/caller";
import { generalFailures } from "@network-access/service-runtime/failure";
import { presentFailure } from "@network-access/service-runtime/graphql-failure";
import { createHttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { createSubgraph, type Resolvers } from "@network-access/service-runtime/subgraph";
import type { IssuerTrust } from "@network-access/testkit/test-issuer";
import { composeSupergraph } from "../compose-supergraph.ts";

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])`;

const requestsSchema = `${link}
  type Query {
    request(id: String!): Request
    requests: [Request!]!
    slow(ms: Int!): String
    evaluateChangeRequest(ms: Int!): String
    previewBoundary(ms: Int!): String
  }
  type Mutation { saveRequest(input: RequestInput!): Request! }
  type Request @key(fields: "id") { id: String! name: String! text: String group: Group }
  type Group @key(fields: "id", resolvable: false) { id: String! }
  enum Colour { Red Green }
  input RequestInput { id: String! colour: Colour count: Int parts: [PartInput!] }
  input PartInput { name: String! }`;

const groupsSchema = `${link}
  type Query { group(id: String!): Group mustHaveGroup(id: String!): Group! }
  type Group @key(fields: "id") { id: String! name: String! attributes: JSON }
  scalar JSON`;

const twoSubgraphs = [
  { name: "requests", sdl: requestsSchema },
  { name: "groups", sdl: groupsSchema },
] as const;

let composed: ReturnType<typeof composeSupergraph> | undefined;

/** Composes the two subgraphs, once for each test file. Their URLs are placeholders. */
export function composeTwo(): string {
  composed ??= composeSupergraph(twoSubgraphs);
  if (!composed.ok) throw new Error(composed.reasons.join("\n"));
  return composed.supergraph;
}

const fail = presentFailure(generalFailures);
const silent = createLogger({ name: "test", level: "silent" });

const groups: Readonly<Record<string, { id: string; name: string }>> = { g1: { id: "g1", name: "Group one" } };

function findGroup(id: string): { id: string; name: string } {
  const group = groups[id];
  if (!group) throw fail({ kind: "not-found", message: `no group has the id "${id}"` });
  return group;
}

/** The resolvers of the `groups` subgraph. The id "broken" causes an error. */
const groupResolvers: Resolvers = {
  Query: {
    group: (_: unknown, { id }: { id: string }) => groups[id] ?? null,
    mustHaveGroup: (_: unknown, { id }: { id: string }) => findGroup(id),
  },
  Group: {
    __resolveReference({ id }: { id: string }) {
      if (id === "broken") throw new Error("connect ECONNREFUSED 10.1.2.3:27017");
      return groups[id] ?? null;
    },
  },
};

const request = (id: string, groupId: string) => ({
  id,
  name: `Request ${id}`,
  group: { __typename: "Group", id: groupId },
});

/** Resolves to the value after `afterMs`. The timer does not prevent the process from ending earlier. */
const result = (value: string, afterMs: number) => wait(afterMs, value, { ref: false });

const requestResolvers: Resolvers = {
  Query: {
    request: (_: unknown, { id }: { id: string }) => request(id, id.replace(/^r-/, "")),
    requests: () => [request("a", "g1"), request("b", "unknown"), request("c", "g1")],
    slow: (_: unknown, { ms }: { ms: number }) => result("done", ms),
    evaluateChangeRequest: (_: unknown, { ms }: { ms: number }) => result("judged", ms),
    previewBoundary: (_: unknown, { ms }: { ms: number }) => result("previewed", ms),
  },
  Mutation: {
    saveRequest: (_: unknown, { input }: { input: { id: string } }) => request(input.id, "g1"),
  },
};

/**
 * Serves one of the two test subgraphs over HTTP. It uses the GraphQL and HTTP servers that the services use. `change`
 * turns the current schema into the schema of another release.
 */
export async function startSubgraph(
  name: "requests" | "groups",
  trust: IssuerTrust,
  port = 0,
  change = (schema: string) => schema,
) {
  const authenticate = createUserAuthenticator(trust);
  const endpoint = createSubgraph({
    logger: silent,
    admit: ({ authorization }) => authenticate(authorization),
    context: (operation) => operation,
    schema: [change(name === "requests" ? requestsSchema : groupsSchema)],
    resolvers: name === "requests" ? requestResolvers : groupResolvers,
  });
  const http = createHttpServer({ logger: silent, host: "127.0.0.1", port, routes: endpoint.routes, drainGraceMs: 0 });
  await endpoint.start();
  await http.start();
  return {
    url: `http://127.0.0.1:${http.port}/graphql`,
    port: http.port,
    async stop() {
      await http.stop();
      await endpoint.stop();
    },
  };
}
