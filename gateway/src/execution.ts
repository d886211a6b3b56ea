import type { ApolloGateway } from "@apollo/gateway";
import type { DirectRequest } from "@network-access/service-runtime/known-operations";
import type { GraphQLSchema } from "graphql";
import type { FetchReply, FetchRequest } from "./fetch-request.ts";
import type { OperationClock } from "./operation-clock.ts";
import type { OnBehalfOf } from "./subgraph-source.ts";

type Executor = Awaited<ReturnType<ApolloGateway["load"]>>["executor"];

/** A parsed and valid operation, with the variables and the context of its request. */
export type OperationRequest = DirectRequest<object>;

/** Data, errors, or both. `federated-source.ts` filters them for the client. */
export type OperationAnswer = Awaited<ReturnType<Executor>>;

/** A way to plan and execute operations over the subgraphs. */
export interface Execution {
  /** The schema that clients see. */
  readonly schema: GraphQLSchema;
  execute(request: OperationRequest, clock: OperationClock): Promise<OperationAnswer>;
}

/** The options that every implementation of `Execution` needs. */
export interface ExecutionOptions {
  /** SDL of the composed supergraph. */
  readonly supergraph: string;
  /** The memory for plans, in MiB. If it is full, the least recently used plans are evicted. */
  readonly planCacheMib: number;
  /** Calls a subgraph, by its name in the supergraph. */
  readonly fetch: SubgraphFetch;
}

/**
 * Sends a request to a subgraph on behalf of a caller. Never rejects. If the request fails, the reply contains the
 * failure as an error.
 */
export type SubgraphFetch = (subgraph: string, request: FetchRequest, on: OnBehalfOf) => Promise<FetchReply>;
