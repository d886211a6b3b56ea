import { operationFromDocument, type Schema, type Supergraph } from "@apollo/federation-internals";
import { QueryPlanner } from "@apollo/query-planner";
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { compilePlan } from "./compile-plan.ts";
import { compileShape, type Shape } from "./compile-shape.ts";
import { introspect } from "./introspect.ts";
import type { PlanStep } from "./plan-run.ts";

/** A compiled operation, to be run any number of times. */
export interface PreparedOperation {
  /** Undefined when nothing has to be fetched. */
  readonly plan: PlanStep | undefined;
  readonly shape: Shape;
  /** The estimated memory of the prepared operation. */
  readonly bytes: number;
}

/** Plans and compiles a valid operation. This takes milliseconds, but the result is cached for each text. */
export type PrepareOperation = (document: DocumentNode, operation: OperationDefinitionNode) => PreparedOperation;

/** Creates the function that prepares the operations of one supergraph. `clientSchema` is the API schema. */
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

/**
 * Returns the approximate memory of a prepared operation. Measurements show that the plan, steps and selections of an
 * operation together need a constant plus six to ten times the size of the operation's document as JSON.
 */
function sizeOf(document: DocumentNode): number {
  const text = JSON.stringify(document, (key, value) => (key === "loc" ? undefined : value));
  return 8_192 + 10 * text.length;
}
