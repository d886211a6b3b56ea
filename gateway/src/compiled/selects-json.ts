import {
  BREAK,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

/**
 * Returns whether a subgraph operation selects a field whose type is a custom scalar. The value of a custom scalar may
 * be arbitrary JSON.
 */
export function selectsJson(operationText: string, supergraph: GraphQLSchema): boolean {
  const types = new TypeInfo(supergraph);
  let found = false;
  const visitor = {
    Field() {
      const type = getNamedType(types.getType());
      found = isScalarType(type) && !isSpecifiedScalarType(type);
      return found ? BREAK : undefined;
    },
  };
  visit(parse(operationText, { noLocation: true }), visitWithTypeInfo(types, visitor));
  return found;
}
