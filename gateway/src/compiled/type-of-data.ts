import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";
import type { Data } from "./merge-data.ts";

/**
 * Reports whether an object has the type `wanted` or a subtype of `wanted`. Returns `unsaid` if the object has no
 * `__typename`.
 */
export function isOfType(schema: GraphQLSchema, { __typename: name }: Data, wanted: string, unsaid: boolean): boolean {
  if (typeof name !== "string" || name === "") return unsaid;
  if (name === wanted) return true;
  const above = schema.getType(wanted);
  const below = schema.getType(name);
  return isAbstractType(above) && (isObjectType(below) || isInterfaceType(below)) && schema.isSubType(above, below);
}
