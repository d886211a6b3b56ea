import { ApolloGateway, type GraphQLDataSource } from "@apollo/gateway";
import type { Logger } from "@network-access/service-runtime/logger";
import { GraphQLError, type OperationDefinitionNode } from "graphql";
import { type OperationClock, startOperationClock } from "./operation-clock.ts";
import { type OperationLimits, operationLimitMs } from "./operation-limit.ts";

/** How a source for one subgraph is made; `clockOf` gives the clock of the operation a request belongs to. */
type SubgraphConnector = (
  subgraph: { readonly name: string; readonly url: string },
  clockOf: (incomingRequest: object) => OperationClock | undefined,
) => GraphQLDataSource;

/** What federates: the composed schema, where its parts live, and how long they may take. */
export interface FederatedSourceOptions {
  readonly supergraph: string;
  readonly subgraphs: readonly { readonly name: string; readonly url: string }[];
  readonly connect: SubgraphConnector;
  readonly limits: OperationLimits;
  /** Memory for plans, in MiB; the least used go first. */
  readonly planCacheMib: number;
  readonly logger: Logger;
}

type Loaded = Awaited<ReturnType<ApolloGateway["load"]>>;
type Executor = Loaded["executor"];
type Answer = Awaited<ReturnType<Executor>>;

/** The Apollo gateway over a fixed supergraph, with a clock per operation and answers that hold only what a client may see. */
export function createFederatedSource(options: FederatedSourceOptions) {
  const { connect, limits } = options;
  const clocks = new WeakMap<object, OperationClock>();
  const urls = new Map(options.subgraphs.map(({ name, url }) => [name, url]));
  // The library reports figures to its maker unless told otherwise here, and nowhere else.
  process.env.APOLLO_TELEMETRY_DISABLED = "true";
  const gateway = new ApolloGateway({
    supergraphSdl: options.supergraph,
    buildService: ({ name, url = "" }) =>
      connect({ name, url: urls.get(name) ?? url }, (incoming) => clocks.get(incoming)),
    experimental_approximateQueryPlanStoreMiB: options.planCacheMib,
    __exposeQueryPlanExperimental: false,
    logger: options.logger,
  });

  function timed(execute: Executor): Executor {
    return async (incoming) => {
      if (usesReservedVariable(incoming.operation)) return { errors: [reservedVariable] };
      const limitMs = operationLimitMs(incoming.operation, incoming.document, limits);
      const clock = startOperationClock(limitMs, leavingOf(incoming.context));
      clocks.set(incoming, clock);
      try {
        return presentable(await execute(incoming));
      } finally {
        clock.end();
      }
    };
  }

  return {
    onSchemaLoadOrUpdate: gateway.onSchemaLoadOrUpdate.bind(gateway),
    stop: () => gateway.stop(),
    async load(loading: Parameters<ApolloGateway["load"]>[0]): Promise<Loaded> {
      const { schema, executor } = await gateway.load(loading);
      return { schema, executor: timed(executor) };
    },
  };
}

/** The name under which the planner sends keys of entities along with a client's own variables. */
const reserved = "representations";
const reservedVariable = new GraphQLError(`the variable name "${reserved}" is taken; give it another name`, {
  extensions: { code: "BAD_USER_INPUT", fields: [{ path: reserved, message: "is taken; give it another name" }] },
});

function usesReservedVariable({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ variable }) => variable.name.value === reserved);
}

function leavingOf({ signal }: Readonly<Record<string, unknown>>): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Leaves out what the planner adds for its own use, and never answers nothing without a reason. */
function presentable({ data, errors = [] }: Answer): Answer {
  const shown = errors.map(presentableError);
  if (data == null && shown.length === 0) shown.push(new GraphQLError("no data came together, and no error either"));
  return shown.length > 0 ? { data: data ?? null, errors: shown } : { data: data ?? null };
}

/** Without the subgraph's name, and with a path that is one: "@" stands for all entries of a list, so it ends before. */
function presentableError(error: GraphQLError): GraphQLError {
  const { serviceName: _, ...extensions } = error.extensions;
  const list = error.path?.indexOf("@") ?? -1;
  const path = list < 0 ? error.path : error.path?.slice(0, list);
  return new GraphQLError(error.message, {
    extensions,
    originalError: error.originalError ?? null,
    ...(path ? { path } : {}),
  });
}
