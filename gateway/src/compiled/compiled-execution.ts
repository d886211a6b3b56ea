import { Supergraph } from "@apollo/federation-internals";
import { countLookups } from "@network-access/service-runtime/cache-lookups";
import { markFailed, withSpan, withSyncSpan } from "@network-access/service-runtime/telemetry";
import { getVariableValues } from "graphql";
import { LRUCache } from "lru-cache";
import { authorizationOf } from "../authorization-of.ts";
import type { Execution, ExecutionOptions, OperationAnswer, OperationRequest } from "../execution.ts";
import type { OperationClock } from "../operation-clock.ts";
import type { PlanRun } from "./plan-run.ts";
import { createPreparation, type PreparedOperation } from "./prepare-operation.ts";
import { presentError } from "./present-error.ts";

/**
 * Creates an execution that follows the query plans of the Apollo query planner. When it receives an operation for the
 * first time, it compiles functions that send the operation's subgraph requests, merge the fetched data, and shape the
 * response. It caches these functions by the operation's text. Its responses equal those of the Apollo gateway.
 */
export function createCompiledExecution({ supergraph: sdl, planCacheMib, fetch }: ExecutionOptions): Execution {
  const supergraph = Supergraph.build(sdl);
  const apiSchema = supergraph.apiSchema();
  const schema = apiSchema.toGraphQLJSSchema();
  const prepare = createPreparation(supergraph, apiSchema, schema);
  const prepared = new LRUCache<string, PreparedOperation>({
    maxSize: planCacheMib * 1_024 * 1_024,
    sizeCalculation: ({ bytes }) => bytes,
  });

  const countLookup = countLookups("plans");

  function preparedFor({ queryHash, document, operation }: OperationRequest): PreparedOperation {
    const name = operation.name?.value;
    const key = name === undefined ? queryHash : `${queryHash} ${name}`;
    const known = prepared.get(key);
    countLookup(known !== undefined);
    if (known) return known;
    const attributes = name === undefined ? {} : { "graphql.operation.name": name };
    const made = withSyncSpan("gateway.plan", { kind: "internal", attributes }, () => prepare(document, operation));
    prepared.set(key, made);
    return made;
  }

  async function execute(request: OperationRequest, clock: OperationClock): Promise<OperationAnswer> {
    const { variables = {} } = request.request;
    const { variableDefinitions = [] } = request.operation;
    if (variableDefinitions.length > 0) {
      const { errors } = withSyncSpan("gateway.validate", internal, () =>
        getVariableValues(schema, variableDefinitions, variables),
      );
      if (errors) return { errors };
    }
    const { plan, shape } = preparedFor(request);
    const authorization = authorizationOf(request.context);
    const run: PlanRun = {
      variables,
      data: {},
      errors: [],
      fetch: (subgraph, what) => fetch(subgraph, what, { authorization, clock }),
    };
    return withSpan("gateway.execute", internal, async () => {
      await plan?.(run, { path: [], at: run.data });
      return withSyncSpan("gateway.postprocessing", internal, (span) => {
        try {
          const { data, holes } = shape(run.data, variables);
          if (run.errors.length > 0) return { data, errors: run.errors };
          if (holes.length === 0) return { data };
          markFailed(span);
          return { data, extensions: { valueCompletion: holes.map((path) => ({ path })) } };
        } catch (error) {
          markFailed(span, error);
          return { errors: [presentError(error)] };
        }
      });
    });
  }

  return {
    schema,
    execute(request, clock) {
      const { operation } = request;
      const attributes = {
        "graphql.operation.type": operation.operation,
        ...(operation.name ? { "graphql.operation.name": operation.name.value } : {}),
      };
      return withSpan("gateway.request", { kind: "internal", attributes }, () => execute(request, clock));
    },
  };
}

const internal = { kind: "internal" } as const;
