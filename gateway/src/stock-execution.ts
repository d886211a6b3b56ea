import { ApolloGateway, type GraphQLDataSource } from "@apollo/gateway";
import type { Logger } from "@network-access/service-runtime/logger";
import { authorizationOf } from "./authorization-of.ts";
import type { Execution, ExecutionOptions, SubgraphFetch } from "./execution.ts";
import type { OperationClock } from "./operation-clock.ts";
import { rootNames } from "./root-names.ts";

type ClockOf = (incomingRequest: object) => OperationClock | undefined;

/**
 * Creates an execution that uses the unmodified Apollo gateway. Its requests to subgraphs are sent with
 * `options.fetch`.
 */
export async function createStockExecution(
  options: ExecutionOptions & { readonly logger: Logger },
): Promise<Execution> {
  const clocks = new WeakMap<object, OperationClock>();
  // Turns off the telemetry that the library sends to its vendor. There is no other switch.
  process.env.APOLLO_TELEMETRY_DISABLED = "true";
  const gateway = new ApolloGateway({
    supergraphSdl: options.supergraph,
    buildService: ({ name }) => dataSource(name, options.fetch, (incoming) => clocks.get(incoming)),
    experimental_approximateQueryPlanStoreMiB: options.planCacheMib,
    __exposeQueryPlanExperimental: false,
    logger: options.logger,
  });
  const { schema, executor } = await gateway.load();
  return {
    schema,
    execute(request, clock) {
      clocks.set(request, clock);
      // With this execution, only Apollo Server executes operations. The request therefore has all members that Apollo
      // Server sets, although `OperationRequest` does not declare all of them.
      return executor(request as Parameters<typeof executor>[0]);
    },
  };
}

function dataSource(name: string, fetch: SubgraphFetch, clockOf: ClockOf): GraphQLDataSource {
  return {
    async process({ request, context, ...rest }): ReturnType<GraphQLDataSource["process"]> {
      const incoming = "incomingRequestContext" in rest ? rest.incomingRequestContext : undefined;
      const { query = "", variables, operationName } = request;
      const isEntityFetch = variables !== undefined && "representations" in variables;
      const operation = incoming?.operation.operation === "mutation" && !isEntityFetch ? "mutation" : "query";
      return fetch(
        name,
        {
          body: JSON.stringify({ query, variables, operationName }),
          operation,
          isEntityFetch,
          holdsJson: true,
          roots: () => rootNames(query),
        },
        { authorization: authorizationOf(context), clock: incoming && clockOf(incoming) },
      );
    },
  };
}
