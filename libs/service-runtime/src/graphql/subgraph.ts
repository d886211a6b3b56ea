import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import type { Route } from "../http/http-request.ts";
import { withCheckedReferences } from "./checked-references.ts";
import { countAnswers } from "./counted-answers.ts";
import {
  createGraphqlEndpoint,
  type GraphqlEndpoint,
  type GraphqlEndpointOptions,
  type OperationContext,
} from "./graphql-endpoint.ts";

/** Resolvers by type and field; {@link CompleteResolvers} checks them against the SDL. */
export type Resolvers = Readonly<Record<string, object>>;

type LibraryResolvers = NonNullable<
  Exclude<Parameters<typeof buildSubgraphSchema>[0], readonly unknown[]> extends infer Module
    ? Module extends { resolvers?: infer Map }
      ? Map
      : never
    : never
>;

/**
 * The default limits of a subgraph. They are high, because the operations that a gateway generates have more aliases
 * and fields than operations that people write.
 */
const planLimits = { depth: 30, aliases: 500, fields: 5_000, directives: 500, tokens: 20_000 };

/**
 * Creates the GraphQL endpoint of a subgraph from its schema texts and resolvers. Introspection is off. Tools that
 * compose a supergraph read the schema text from the field `_service`. Gateways read it from the route `/schema`, which
 * needs no token, because gateways have no token of their own.
 */
export function createSubgraph<Caller extends { readonly subject: string }, Context extends OperationContext<Caller>>(
  options: Omit<GraphqlEndpointOptions<Caller, Context>, "source" | "introspection"> & {
    /** Schema texts. Each text is one module. */
    readonly schema: readonly string[];
    readonly resolvers: Resolvers;
  },
): GraphqlEndpoint {
  const { schema, resolvers, limits, ...rest } = options;
  const documents = schema.map((text) => parse(text));
  const checked = withCheckedReferences(documents, resolvers) as LibraryResolvers;
  const source = {
    schema: countAnswers(
      buildSubgraphSchema(
        documents.map((typeDefs, index) => (index === 0 ? { typeDefs, resolvers: checked } : { typeDefs })),
      ),
    ),
  };
  const endpoint = createGraphqlEndpoint<Caller, Context>({
    ...rest,
    source,
    introspection: false,
    limits: { ...planLimits, ...limits },
  });
  const sdl = schema.join("\n");
  const schemaRoute: Route = {
    method: "GET",
    path: "/schema",
    handle: () => ({ status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: sdl }),
  };
  return { ...endpoint, routes: [...endpoint.routes, schemaRoute] };
}
