import type { ApolloGateway } from "@apollo/gateway";
import type { Logger } from "@network-access/service-runtime/logger";
import { GraphQLError, type OperationDefinitionNode } from "graphql";
import type { Execution, ExecutionOptions, OperationAnswer, OperationRequest } from "./execution.ts";
import { startOperationClock } from "./operation-clock.ts";
import { type OperationLimits, operationLimitMs } from "./operation-limit.ts";

/** What federates: the composed schema, who carries operations out, and how long they may take. */
export interface FederatedSourceOptions extends ExecutionOptions {
  readonly execution: "compiled" | "stock";
  readonly limits: OperationLimits;
  readonly logger: Logger;
}

type SchemaListener = Parameters<ApolloGateway["onSchemaLoadOrUpdate"]>[0];

/** What is known of an operation before it is run, by its node in the document. */
interface Known {
  readonly limitMs: number;
  readonly isRefused: boolean;
}

/**
 * A fixed supergraph as the GraphQL server asks for it, with a clock per operation and answers that hold only what a
 * client may see.
 */
export function createFederatedSource(options: FederatedSourceOptions) {
  const { limits, logger } = options;
  const listeners = new Set<SchemaListener>();
  // Documents are kept by the server while they are in use, and so are their nodes.
  const known = new WeakMap<OperationDefinitionNode, Known>();
  let carryOut = async (_: OperationRequest): Promise<OperationAnswer> => {
    throw new Error("an operation came before the supergraph was loaded");
  };

  function knownOf({ operation, document }: OperationRequest): Known {
    const before = known.get(operation);
    if (before) return before;
    const isRefused = usesReservedVariable(operation);
    const made = { limitMs: operationLimitMs(operation, document, limits), isRefused };
    known.set(operation, made);
    return made;
  }

  async function executeTimed({ execute }: Execution, request: OperationRequest): Promise<OperationAnswer> {
    const { limitMs, isRefused } = knownOf(request);
    if (isRefused) return { errors: [reservedVariable] };
    const clock = startOperationClock(limitMs, leavingOf(request.context));
    try {
      const { data, errors, extensions } = await execute(request, clock);
      if (extensions?.valueCompletion)
        logger.debug({ holes: extensions.valueCompletion }, "what can't be null was missing");
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
      carryOut = (request) => executeTimed(execution, request);
      return { executor: carryOut };
    },
    async stop() {},
    /** The same without the server library; the Apollo gateway is never run without it. */
    direct: options.execution === "compiled" ? (request: OperationRequest) => carryOut(request) : undefined,
  };
}

/** Only the way that is used is loaded: the other would cost half a second and a hundred megabytes. */
async function createExecution(options: FederatedSourceOptions): Promise<Execution> {
  if (options.execution === "stock") {
    const { createStockExecution } = await import("./stock-execution.ts");
    return createStockExecution(options);
  }
  const { createCompiledExecution } = await import("./compiled/compiled-execution.ts");
  return createCompiledExecution(options);
}

/** The name under which the planner sends keys of entities along with a client's own variables. */
const reserved = "representations";
const reservedVariable = new GraphQLError(`the variable name "${reserved}" is taken; give it another name`, {
  extensions: { code: "BAD_USER_INPUT", fields: [{ path: reserved, message: "is taken; give it another name" }] },
});

function usesReservedVariable({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ variable }) => variable.name.value === reserved);
}

function leavingOf({ signal }: { readonly signal?: unknown }): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Leaves out what the planner adds for its own use, and never answers nothing without a reason. */
function presentable(data: OperationAnswer["data"], errors: OperationAnswer["errors"] = []): OperationAnswer {
  if (data && errors.length === 0) return { data };
  const shown = errors.map(presentableError);
  if (data == null && shown.length === 0) shown.push(new GraphQLError("no data came together, and no error either"));
  return { data: data ?? null, errors: shown };
}

/** Without the subgraph's name, and with a path that is one: "@" stands for all entries of a list, so it ends before. */
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
