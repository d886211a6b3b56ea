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

/** Whether an operation for a subgraph selects a field of a scalar of ours, which may be JSON of any kind. */
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
