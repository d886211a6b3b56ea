import { buildSchema, type GraphQLSchema } from "graphql";
import {
  createGraphqlEndpoint,
  type GraphqlEndpointOptions,
  type OperationContext,
} from "../src/graphql/graphql-endpoint.ts";
import { presentFailure } from "../src/graphql/graphql-failure.ts";
import { generalFailures } from "../src/http/failure.ts";
import { keepLogLines } from "./log-lines.ts";
import { serve } from "./serve.ts";

interface Person {
  readonly subject: string;
}
type Context = OperationContext<Person>;

/** A schema for tests. Its fields return a value, are refused, throw an error, or never resolve. */
export const schema: GraphQLSchema = buildSchema(`
  enum Colour { Red Green }
  input Leaf { colour: Colour!, weight: Int = 1 }
  input Branch { name: String!, leaves: [Leaf!]! }
  type Node { name: String!, below: [Node!]! }
  type Query {
    whoami: String!
    node: Node!
    leaf(input: Branch!): String!
    item(id: String!, limit: Int): String
    broken: String
    refused: String
    away: String
    endless: String
  }
  type Mutation { save(input: Branch!): String! }
`);
const errorOf = presentFailure(generalFailures);
/** The abort signals of resolvers that never end. */
export const endless: AbortSignal[] = [];
/** The abort reasons of resolvers that never end. */
export const aborted: unknown[] = [];
const root = {
  whoami: (_: unknown, { caller }: Context) => caller.subject,
  node: () => root.tree(),
  tree: (): object => ({ name: "n", below: () => [root.tree()] }),
  leaf: () => "leaf",
  save: () => "saved",
  item: ({ id }: { id: string }) => id,
  broken: () => {
    throw new Error("mongodb://secret");
  },
  refused: () => {
    throw errorOf({ kind: "invalid-input", fields: [{ path: "id", message: "is too long" }] });
  },
  away: () => {
    throw new TypeError("the database is away");
  },
  endless: (_: unknown, { signal }: Context) =>
    new Promise(() => {
      endless.push(signal);
      signal.addEventListener("abort", () => aborted.push(signal.reason));
    }),
};
for (const type of [schema.getQueryType(), schema.getMutationType()]) {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const resolve: unknown = root[field.name as keyof typeof root];
    if (typeof resolve === "function") field.resolve = (_, args, context) => resolve(args, context);
  }
}

/** A response as received. */
interface Answer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}

/** A running server with the endpoint. */
export interface RunningGraphql {
  /** The URL of the endpoint. */
  readonly url: string;
  readonly lines: Record<string, unknown>[];
  /** Sends a body as the user "ada". A body that is not a string is sent as JSON. */
  ask(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Headers of a client that accepts `application/graphql-response+json`, the newer content type of GraphQL responses.
 */
export const modern = { accept: "application/graphql-response+json" };

export async function startGraphql(
  options: Partial<GraphqlEndpointOptions<Person, Context>> = {},
): Promise<RunningGraphql> {
  const { logger, lines } = keepLogLines();
  const endpoint = createGraphqlEndpoint<Person, Context>({
    logger,
    source: { schema },
    introspection: false,
    context: (operation) => operation,
    admit: async ({ authorization }) =>
      authorization === "Bearer bad"
        ? { ok: false, refusal: { code: "UNAUTHENTICATED", status: 401, message: "a token is needed" } }
        : { ok: true, caller: { subject: "ada" } },
    presentError: (error) =>
      error instanceof TypeError ? { code: "UPSTREAM_UNAVAILABLE", status: 503, message: "try again" } : undefined,
    ...options,
  });
  await endpoint.start();
  const served = await serve({ logger, routes: endpoint.routes });
  const url = `${served.url}/graphql`;
  return {
    url,
    lines,
    async ask(body, headers = {}) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-request-id": "r-1", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
    },
    async stop() {
      await served.stop();
      await endpoint.stop();
    },
  };
}
