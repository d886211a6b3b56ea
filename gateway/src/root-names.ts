import { Kind, parse } from "graphql";

/**
 * Returns the response names of an operation's root fields, which are the names of the members of `data` in the
 * response.
 */
export function rootNames(operationText: string): string[] {
  const operation = parse(operationText, { noLocation: true }).definitions.find(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  return operation.selectionSet.selections
    .filter((selection) => selection.kind === Kind.FIELD)
    .map((field) => (field.alias ?? field.name).value);
}
