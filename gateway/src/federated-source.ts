import type { ApolloGateway } from "@apollo/gateway";
import type { Logger } from "@network-access/service-runtime/logger";
import { GraphQLError, type OperationDefinitionNode } from "graphql";
import type { Execution, ExecutionOptions, OperationAnswer, OperationRequest } from "./execution.ts";
import { startOperationClock } from "./operation-clock.ts";
import { type OperationDeadlines, operationDeadlineMs } from "./operation-deadline.ts";

/**
 * `execution` selects the code that executes operations: `compiled` is the code of this gateway, `stock` is the code of
 * Apollo's gateway.
 */
export interface FederatedSourceOptions extends ExecutionOptions {
  readonly execution: "compiled" | "stock";
  readonly deadlines: OperationDeadlines;
  readonly logger: Logger;
}

type SchemaListener = Parameters<ApolloGateway["onSchemaLoadOrUpdate"]>[0];

/**
 * The values that are computed once for each operation. They are cached, with the operation's node in the document as
 * the key.
 */
interface Known {
  readonly deadlineMs: number;
  readonly isRefused: boolean;
}

/**
 * Creates the gateway object of the GraphQL server: it provides the schema and executes operations. The supergraph
 * never changes. Each operation ends at its deadline. Responses contain only data and errors, and the errors do not
 * name the subgraph that they come from.
 */
export function createFederatedSource(options: FederatedSourceOptions) {
  const { deadlines, logger } = options;
  const listeners = new Set<SchemaListener>();
  // The keys are operations in documents that the server library caches. When the library evicts a document, the
  // entries of the document's operations disappear too.
  const known = new WeakMap<OperationDefinitionNode, Known>();
  let run = async (_: OperationRequest): Promise<OperationAnswer> => {
    throw new Error("an operation arrived before the supergraph was loaded");
  };

  function knownOf({ operation, document }: OperationRequest): Known {
    const computed = known.get(operation);
    if (computed) return computed;
    const isRefused = usesReservedVariable(operation);
    const made = { deadlineMs: operationDeadlineMs(operation, document, deadlines), isRefused };
    known.set(operation, made);
    return made;
  }

  async function executeTimed({ execute }: Execution, request: OperationRequest): Promise<OperationAnswer> {
    const { deadlineMs, isRefused } = knownOf(request);
    if (isRefused) return { errors: [reservedVariable] };
    const clock = startOperationClock(deadlineMs, leavingOf(request.context));
    try {
      const { data, errors, extensions } = await execute(request, clock);
      if (extensions?.valueCompletion)
        logger.debug({ holes: extensions.valueCompletion }, "a non-null value was missing");
      return presentable(data, errors);
    } finally {
      clock.end();
    }
  }

  return {
    onSchemaLoadOrUpdate(listener: SchemaListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async load() {
      const execution = await createExecution(options);
      for (const listener of listeners)
        listener({ apiSchema: execution.schema, coreSupergraphSdl: options.supergraph });
      run = (request) => executeTimed(execution, request);
      return { executor: run };
    },
    async stop() {},
    /**
     * Runs an operation without Apollo Server. Undefined for the "stock" execution, because the Apollo gateway always
     * needs Apollo Server.
     */
    direct: options.execution === "compiled" ? (request: OperationRequest) => run(request) : undefined,
  };
}

/**
 * Loads only the kind of execution that is configured, because loading the other kind would need half a second and a
 * hundred megabytes.
 */
async function createExecution(options: FederatedSourceOptions): Promise<Execution> {
  if (options.execution === "stock") {
    const { createStockExecution } = await import("./stock-execution.ts");
    return createStockExecution(options);
  }
  const { createCompiledExecution } = await import("./compiled/compiled-execution.ts");
  return createCompiledExecution(options);
}

/**
 * The variable in which a fetch sends the keys of entities to a subgraph. Clients must not use this name, because a
 * fetch sends their variables in the same object.
 */
const reserved = "representations";
const reservedVariable = new GraphQLError(`the variable name "${reserved}" is reserved; give it another name`, {
  extensions: { code: "BAD_USER_INPUT", fields: [{ path: reserved, message: "is reserved; give it another name" }] },
});

function usesReservedVariable({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ variable }) => variable.name.value === reserved);
}

function leavingOf({ signal }: { readonly signal?: unknown }): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Returns only the data and the errors that a client may see. If there are neither data nor errors, adds an error. */
function presentable(data: OperationAnswer["data"], errors: OperationAnswer["errors"] = []): OperationAnswer {
  if (data && errors.length === 0) return { data };
  const shown = errors.map(presentableError);
  if (data == null && shown.length === 0) shown.push(new GraphQLError("the response has neither data nor an error"));
  return { data: data ?? null, errors: shown };
}

/**
 * Returns an error without the name of the subgraph. If the path of the error contains "@", which stands for all
 * entries of a list, the returned path ends before the "@".
 */
function presentableError(error: Error): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(error.message, { originalError: error });
  const { serviceName: _, ...extensions } = error.extensions;
  const list = error.path?.indexOf("@") ?? -1;
  const path = list < 0 ? error.path : error.path?.slice(0, list);
  return new GraphQLError(error.message, {
    extensions,
    originalError: error.originalError ?? null,
    ...(path ? { path } : {}),
  });
}
