import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from "graphql";

/** Deadlines of operations, in milliseconds. */
export interface OperationDeadlines {
  readonly readMs: number;
  readonly draftMs: number;
  readonly previewMs: number;
  readonly mutationMs: number;
}

/**
 * The fields of `Query` that have a longer deadline than `readMs`. To resolve them, the services evaluate a draft, or
 * read very many items or change requests.
 */
const slower: ReadonlyMap<string, "draftMs" | "previewMs"> = new Map([
  ["evaluateChangeRequest", "draftMs"],
  ["previewGroup", "draftMs"],
  ["previewBoundary", "previewMs"],
]);

/**
 * Returns the deadline of an operation, in milliseconds. For a query, this is the longest deadline among its root
 * fields.
 */
export function operationDeadlineMs(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  deadlines: OperationDeadlines,
): number {
  if (operation.operation === "mutation") return deadlines.mutationMs;
  const fields = rootFields(operation.selectionSet, document);
  return Math.max(deadlines.readMs, ...[...fields].map((field) => deadlines[slower.get(field) ?? "readMs"]));
}

function rootFields(selection: SelectionSetNode, document: DocumentNode): ReadonlySet<string> {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === "FragmentDefinition")
      .map((definition) => [definition.name.value, definition]),
  );
  const fields = new Set<string>();
  const seen = new Set<string>();
  function collect(set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (node.kind === "Field") fields.add(node.name.value);
      else if (node.kind === "InlineFragment") collect(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  }
  collect(selection);
  return fields;
}
