import type { FieldSelection } from "@apollo/federation-internals";
import {
  type DocumentNode,
  executeSync,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type VariableDefinitionNode,
  visit,
} from "graphql";
import type { Variables } from "./compile-conditions.ts";
import { own } from "./merge-data.ts";

/** Resolves `__schema` or `__type` from the API schema, without a subgraph. */
export function introspect(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  selection: FieldSelection,
  variables: Variables,
): unknown {
  const field = selection.expandFragments().toSelectionNode();
  const used = new Set<string>();
  visit(field, { Variable: ({ name }) => void used.add(name.value) });
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: definitions.filter(({ variable }) => used.has(variable.name.value)),
        selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
      },
    ],
  };
  const { data, errors } = executeSync({ schema, document, variableValues: variables });
  if (!data || errors) throw new Error("the introspection failed", { cause: errors });
  return own(data, selection.element.responseName());
}
