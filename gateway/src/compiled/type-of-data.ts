import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";
import type { Data } from "./merge-data.ts";

/**
 * Returns whether an object's `__typename` names the type `wanted` or one of its subtypes. `unsaid` is the result for
 * an object without a `__typename`.
 */
export function isOfType(schema: GraphQLSchema, { __typename: name }: Data, wanted: string, unsaid: boolean): boolean {
  if (typeof name !== "string" || name === "") return unsaid;
  if (name === wanted) return true;
  const above = schema.getType(wanted);
  const below = schema.getType(name);
  return isAbstractType(above) && (isObjectType(below) || isInterfaceType(below)) && schema.isSubType(above, below);
}
