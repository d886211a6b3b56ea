import type { FetchNode } from "@apollo/query-planner";
import { withSpan } from "@network-access/service-runtime/telemetry";
import type { GraphQLSchema } from "graphql";
import type { FetchRequest } from "../fetch-request.ts";
import type { SubgraphError } from "../read-subgraph-answer.ts";
import { rootNames } from "../root-names.ts";
import { compileRepresentation } from "./compile-representation.ts";
import { type AnswerPath, entityPlaces } from "./entity-places.ts";
import { type Data, isData, mergeData, put } from "./merge-data.ts";
import type { Cursor, PlanRun, PlanStep } from "./plan-run.ts";
import { presentError, presentSubgraphError } from "./present-error.ts";
import { rewriteData } from "./rewrite-data.ts";
import { selectsJson } from "./selects-json.ts";

/**
 * Compiles one fetch of a query plan into a function. The text of the request is prepared at compilation. A call of the
 * function only inserts the values of variables and the representations of entities. The function never rejects. If the
 * fetch fails, the function adds an error to the errors of the response.
 */
export function compileFetch(node: FetchNode, supergraph: GraphQLSchema): PlanStep {
  const fetch = node.requires ? compileEntityFetch(node, supergraph) : compileFieldFetch(node, supergraph);
  const span = { kind: "internal", attributes: { service: node.serviceName } } as const;
  return async (run, cursor) => {
    try {
      await withSpan("gateway.fetch", span, () => fetch(run, cursor));
    } catch (error) {
      run.errors.push(presentError(error));
    }
  };
}

/**
 * Compiles a fetch of root fields from a subgraph. The result is merged into every object at the cursor, a position in
 * the data of earlier fetches.
 */
function compileFieldFetch(node: FetchNode, supergraph: GraphQLSchema): PlanStep {
  const request = compileRequest(node, supergraph);
  const rewrites = node.outputRewrites ?? [];
  return async (run, cursor) => {
    const targets = targetsAt(cursor);
    if (targets.length === 0) return;
    const { data, errors = [] } = await run.fetch(node.serviceName, request(run));
    for (const error of errors) run.errors.push(presentSubgraphError(error, placeUnder(cursor, error)));
    if (!data) return;
    rewriteData(supergraph, rewrites, data);
    for (const target of targets) mergeData(target, data);
  };
}

/**
 * Compiles a fetch of more fields for entities that earlier fetches returned. The cursor is the position of these
 * entities in the fetched data. The subgraph finds each entity by its representation.
 */
function compileEntityFetch(node: FetchNode, supergraph: GraphQLSchema): PlanStep {
  const request = compileRequest(node, supergraph);
  const represent = compileRepresentation(supergraph, node.requires ?? []);
  const { inputRewrites = [], outputRewrites = [] } = node;
  return async (run, cursor) => {
    const targets = targetsAt(cursor);
    const requested: { readonly target: Data; readonly nth: number }[] = [];
    const representations: Data[] = [];
    for (const [nth, target] of targets.entries()) {
      const representation = represent(target);
      if (!representation?.__typename) continue;
      rewriteData(supergraph, inputRewrites, representation);
      representations.push(representation);
      requested.push({ target, nth });
    }
    if (requested.length === 0) return;
    const { data, errors = [] } = await run.fetch(node.serviceName, request(run, representations));
    let places: readonly AnswerPath[] | undefined;
    for (const error of errors) {
      const [, index, ...rest] = error.path ?? [];
      if (typeof index === "number") places ??= entityPlaces(run.data, cursor.path);
      const place = typeof index === "number" ? [...(places?.[requested[index]?.nth ?? -1] ?? []), ...rest] : undefined;
      run.errors.push(presentSubgraphError(error, place ?? placeUnder(cursor, error)));
    }
    if (!data) return;
    const { _entities: entities } = data;
    if (!Array.isArray(entities) || entities.length !== requested.length)
      throw new Error(`${node.serviceName} did not return one entity for each of ${requested.length} keys`);
    for (const [index, { target }] of requested.entries()) {
      const entity: unknown = entities[index];
      if (!entity) continue;
      if (!isData(entity)) throw new Error(`${node.serviceName} returned a value that is no entity`);
      if (!entity.__typename) put(entity, "__typename", target.__typename);
      rewriteData(supergraph, outputRewrites, entity);
      mergeData(target, entity);
    }
  };
}

function targetsAt({ at }: Cursor): Data[] {
  return (Array.isArray(at) ? at : [at]).filter(isData);
}

function placeUnder(cursor: Cursor, { path }: SubgraphError): AnswerPath | undefined {
  return path && [...cursor.path, ...path];
}

/**
 * Returns a function that creates the requests of a fetch. The query text is fixed, and only the variables differ
 * between requests. The representations of entities are sent in a variable.
 */
function compileRequest(
  node: FetchNode,
  supergraph: GraphQLSchema,
): (run: PlanRun, representations?: readonly Data[]) => FetchRequest {
  const { operationName, operationKind, variableUsages = [] } = node;
  const head = `{"query":${JSON.stringify(node.operation)},"variables":`;
  const tail = operationName === undefined ? "}" : `,"operationName":${JSON.stringify(operationName)}}`;
  const isEntityFetch = node.requires !== undefined;
  const names = rootNames(node.operation);
  const fixed = {
    operation: operationKind === "mutation" && !isEntityFetch ? ("mutation" as const) : ("query" as const),
    isEntityFetch,
    holdsJson: selectsJson(node.operation, supergraph),
    roots: () => names,
  };
  const withoutVariables: FetchRequest = { ...fixed, body: `${head}{}${tail}` };
  return ({ variables }, representations) => {
    if (variableUsages.length === 0 && !representations) return withoutVariables;
    const given: Data = {};
    for (const name of variableUsages) {
      if (Object.hasOwn(variables, name) && variables[name] !== undefined) put(given, name, variables[name]);
    }
    if (representations) given.representations = representations;
    return { ...fixed, body: `${head}${JSON.stringify(given)}${tail}` };
  };
}
