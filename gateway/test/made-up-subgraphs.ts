import { buildSubgraphSchema } from "@apollo/subgraph";
import { type DocumentNode, type GraphQLSchema, graphql, isAbstractType, Kind, parse } from "graphql";
import type { SubgraphSchema } from "../compose-supergraph.ts";
import type { FetchRequest } from "../src/fetch-request.ts";
import { readSubgraphAnswer } from "../src/read-subgraph-answer.ts";
import { corrupt, madeUpResolver, numberFrom } from "./made-up-data.ts";

/** How subgraphs behave. Their answers depend on the seed and the request, but never on the order of requests. */
export interface Behaviour {
  readonly seed: string;
  /** Percentage of fields that fail. */
  readonly failing: number;
  /** The number of invalid parts in each answer. */
  readonly wrong: number;
  /** Percentage of fetches without an answer. */
  readonly away: number;
}

/** Creates subgraphs that run in this process and are called without a network. */
export function createMadeUpSubgraphs(subgraphs: readonly SubgraphSchema[]) {
  const schemas = new Map(
    subgraphs.map(({ name, sdl }) => {
      const typeDefs = parse(sdl);
      return [name, buildSubgraphSchema([{ typeDefs, resolvers: entityInterfaces(typeDefs) }])];
    }),
  );

  return (behaviour: Behaviour) =>
    async (subgraph: string, { body, roots, isEntityFetch }: FetchRequest) => {
      const schema = schemas.get(subgraph);
      if (!schema) throw new Error(`there is no subgraph ${subgraph}`);
      const seed = `${behaviour.seed} ${subgraph} ${body}`;
      if (numberFrom(`${seed} away`, 100) < behaviour.away) {
        const paths = isEntityFetch ? [[]] : roots().map((root) => [root]);
        const extensions = { code: "UPSTREAM_UNAVAILABLE" } as const;
        return { data: null, errors: paths.map((path) => ({ message: "away", path, extensions })) };
      }
      const { query: source, variables: variableValues, operationName } = JSON.parse(body);
      const fieldResolver = madeUpResolver(seed, behaviour.failing);
      const { data, errors } = await graphql({ schema, source, variableValues, operationName, fieldResolver });
      // A refused operation means that the plan is not valid for the subgraph. In that case the test has to fail.
      if (errors?.some(({ extensions }) => extensions.code !== "NOT_FOUND" && !extensions.argumentName) && !data)
        throw new Error(`${subgraph} refused ${body}: ${errors[0]?.message}`);
      const answer = readSubgraphAnswer(JSON.stringify({ data: data && spoil(data, seed, behaviour.wrong), errors }));
      return answer ?? { data: null, errors: [{ message: "nothing", path: [], extensions: { code: "NOT_FOUND" } }] };
    };
}

/**
 * Corrupts parts of the data. The type name of the root stays valid, and no entity becomes a list. The Apollo gateway
 * would mishandle an invalid type name or such a list.
 */
function spoil(data: Record<string, unknown>, seed: string, times: number): Record<string, unknown> {
  const { __typename: typename } = data;
  const spoiled = corrupt(data, seed, times);
  if (typename !== undefined) spoiled.__typename = typename;
  const { _entities: entities } = spoiled;
  if (Array.isArray(entities)) spoiled._entities = entities.map((entity) => (Array.isArray(entity) ? null : entity));
  return spoiled;
}

/**
 * Returns resolvers for entities that are requested by the name of an interface instead of their type. The resolver of
 * an interface chooses a type that implements it.
 */
function entityInterfaces({ definitions }: DocumentNode) {
  const interfaces = definitions.filter(
    (node) => node.kind === Kind.INTERFACE_TYPE_DEFINITION && node.directives?.some(({ name }) => name.value === "key"),
  );
  const __resolveReference = (
    reference: { readonly __typename: string },
    _: unknown,
    { schema }: { readonly schema: GraphQLSchema },
  ) => {
    const type = schema.getType(reference.__typename);
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const nth = numberFrom(JSON.stringify(reference), Math.max(1, possible.length));
    return { ...reference, __typename: possible[nth]?.name ?? reference.__typename };
  };
  return Object.fromEntries(
    interfaces.flatMap((node) => ("name" in node && node.name ? [[node.name.value, { __resolveReference }]] : [])),
  );
}
