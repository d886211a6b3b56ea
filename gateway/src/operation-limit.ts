import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from "graphql";

/** How long whole operations may take, in milliseconds. */
export interface OperationLimits {
  readonly readMs: number;
  readonly draftMs: number;
  readonly previewMs: number;
  readonly mutationMs: number;
}

/** Root fields that judge, or look at very many items or change requests, while the caller waits. */
const slower: ReadonlyMap<string, "draftMs" | "previewMs"> = new Map([
  ["evaluateChangeRequest", "draftMs"],
  ["previewGroup", "draftMs"],
  ["previewBoundary", "previewMs"],
]);

/** The time an operation has: that of the slowest kind of work it asks for. */
export function operationLimitMs(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  limits: OperationLimits,
): number {
  if (operation.operation === "mutation") return limits.mutationMs;
  const asked = rootFields(operation.selectionSet, document);
  return Math.max(limits.readMs, ...[...asked].map((field) => limits[slower.get(field) ?? "readMs"]));
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
