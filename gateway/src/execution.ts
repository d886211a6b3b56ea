import type { ApolloGateway } from "@apollo/gateway";
import type { DirectRequest } from "@network-access/service-runtime/known-operations";
import type { GraphQLSchema } from "graphql";
import type { FetchReply, FetchRequest } from "./fetch-request.ts";
import type { OperationClock } from "./operation-clock.ts";
import type { Asking } from "./subgraph-source.ts";

type Executor = Awaited<ReturnType<ApolloGateway["load"]>>["executor"];

/** An operation that is parsed and valid, with the variables and the context of its request. */
export type OperationRequest = DirectRequest<object>;

/** Data, errors, or both, before it is decided what of it a client sees. */
export type OperationAnswer = Awaited<ReturnType<Executor>>;

/** One way to plan operations and carry them out over the subgraphs. */
export interface Execution {
  /** The schema clients see. */
  readonly schema: GraphQLSchema;
  execute(request: OperationRequest, clock: OperationClock): Promise<OperationAnswer>;
}

/** What every way needs. */
export interface ExecutionOptions {
  /** SDL of the composed supergraph. */
  readonly supergraph: string;
  /** Memory for what is worked out once per operation, in MiB; what was not used for longest goes first. */
  readonly planCacheMib: number;
  /** Asks a subgraph, by its name in the supergraph. */
  readonly fetch: SubgraphFetch;
}

/** Sends a request to a subgraph on behalf of a caller. Never rejects: what went wrong is among the errors. */
export type SubgraphFetch = (subgraph: string, request: FetchRequest, on: Asking) => Promise<FetchReply>;
