import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import { listen } from "@network-access/testkit/listen";
import { buildSchema, GraphQLError, graphql } from "graphql";
import type { Answered, Boundaries, StoredBoundary } from "../src/boundaries.ts";

/**
 * Replaces the simulator's regular response. An object is the response that the simulator sends. With "silence" it
 * sends nothing, and with "break" it closes the connection.
 */
export type SimulatedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | "silence"
  | "break";

export interface SimulatedRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly authorization: string | undefined;
}

const schema = buildSchema(readFileSync(new URL("../../../gateway/api-schema.graphql", import.meta.url), "utf8"), {
  assumeValidSDL: true,
});

/** Serves the committed GraphQL schema over real HTTP, with the boundaries of a test. */
export async function simulateGraph(
  boundaries: Boundaries,
  instead: (request: SimulatedRequest, count: number) => SimulatedAnswer | undefined = () => undefined,
) {
  const requests: SimulatedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { query, variables } = JSON.parse(await text(request));
    const seen = { query, variables, authorization: request.headers.authorization };
    requests.push(seen);
    const answer = instead(seen, requests.length);
    if (answer === "silence") return;
    if (answer === "break") return void request.socket.destroy();
    const { status, body, headers } = answer ?? {
      status: 200,
      body: await graphql({ schema, source: query, variableValues: variables, rootValue: rootOf(boundaries) }),
    };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  });
  const { url, stop } = await listen(server);
  return { url, requests, stop };
}

function rootOf(boundaries: Boundaries) {
  return {
    boundaries: async ({ nextPageKey = null }: { nextPageKey?: string | null }) => {
      const page = unwrapped(await boundaries.list(nextPageKey));
      return { items: page.items.map(shown), pageInfo: { nextPageKey: page.nextPageKey } };
    },
    boundary: async ({ id }: { id: string }) => {
      const found = unwrapped(await boundaries.find(id));
      return found && shown(found);
    },
    saveBoundary: async ({ input, expectedRevision }: { input: BoundaryText; expectedRevision: number }) => {
      unwrapped(await boundaries.save(plain(input), expectedRevision));
      const saved = unwrapped(await boundaries.find(input.id));
      return saved && shown(saved);
    },
    deleteBoundary: async ({ id }: { id: string }) => unwrapped(await boundaries.remove(id)).id,
    previewBoundary: async ({
      input,
      remove,
      nextPageKey = null,
    }: {
      input: BoundaryText;
      remove: boolean;
      nextPageKey?: string | null;
    }) => {
      const { nextPageKey: next, ...page } = unwrapped(await boundaries.preview(plain(input), remove, nextPageKey));
      return { ...page, pageInfo: { nextPageKey: next } };
    },
  };
}

function unwrapped<Answer>(answered: Answered<Answer>): Answer {
  if (answered.ok) return answered.answer;
  const { failure } = answered;
  const [code, message] =
    failure.kind === "refused" ? [failure.code, failure.message] : ["UPSTREAM_UNAVAILABLE", "away"];
  throw new GraphQLError(message, { extensions: { code, requestId: "r-1" } });
}

/** Returns a copy with the usual prototype. The input objects of GraphQL have no prototype. */
function plain(input: BoundaryText): BoundaryText {
  return JSON.parse(JSON.stringify(input));
}

const serviceTypes: Readonly<Record<string, string>> = {
  TCP: "Tcp",
  UDP: "Udp",
  ICMPv4: "IcmpV4",
  ICMPv6: "IcmpV6",
  CustomProtocol: "CustomProtocol",
  PortRangeSize: "PortRangeSize",
};

function shown({ text, revision, updatedAt, updatedBy }: StoredBoundary) {
  const named = (objects: BoundaryText["sources"]) =>
    objects.map((object) => ({ ...object, __typename: `NetworkObject${object.type}` }));
  return {
    ...text,
    sources: named(text.sources),
    destinations: named(text.destinations),
    services: text.services.map((one) => ({ ...one, __typename: `ServiceObject${serviceTypes[one.type] ?? "Base"}` })),
    platforms: text.platforms ?? [],
    ...{ revision, updatedAt, updatedBy, createdAt: updatedAt, createdBy: updatedBy, useCount: 0 },
  };
}
