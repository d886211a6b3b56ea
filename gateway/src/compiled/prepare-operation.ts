import { operationFromDocument, type Schema, type Supergraph } from "@apollo/federation-internals";
import { QueryPlanner } from "@apollo/query-planner";
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { compilePlan } from "./compile-plan.ts";
import { compileShape, type Shape } from "./compile-shape.ts";
import { introspect } from "./introspect.ts";
import type { PlanStep } from "./plan-run.ts";

/** One operation, ready to be run as often as it comes. */
export interface PreparedOperation {
  /** Left out where nothing has to be fetched. */
  readonly plan: PlanStep | undefined;
  readonly shape: Shape;
  /** About how much memory it takes. */
  readonly bytes: number;
}

/** Plans an operation that is valid and compiles plan and shape: milliseconds of work, once per text. */
export type PrepareOperation = (document: DocumentNode, operation: OperationDefinitionNode) => PreparedOperation;

/** What plans and compiles over one supergraph. `clientSchema` is the part of it that clients may see. */
export function createPreparation(
  supergraph: Supergraph,
  apiSchema: Schema,
  clientSchema: GraphQLSchema,
): PrepareOperation {
  const planner = new QueryPlanner(supergraph);
  const wholeSchema = supergraph.schema.toGraphQLJSSchema();
  return (document, { name, variableDefinitions = [] }) => {
    const operation = operationFromDocument(apiSchema, document, name ? { operationName: name.value } : {});
    const plan = planner.buildQueryPlan(operation);
    return {
      plan: compilePlan(plan, operation, wholeSchema),
      shape: compileShape(operation, (selection, variables) =>
        introspect(clientSchema, variableDefinitions, selection, variables),
      ),
      bytes: sizeOf(document),
    };
  };
}

/** Plan, steps and selections together take six to ten times what the document takes as JSON, and a little each. */
function sizeOf(document: DocumentNode): number {
  const text = JSON.stringify(document, (key, value) => (key === "loc" ? undefined : value));
  return 8_192 + 10 * text.length;
}
