import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";
import type { Data } from "./merge-data.ts";

/** Whether an object says it is of a type or of one below it; `unsaid` is the answer where it says nothing. */
export function isOfType(schema: GraphQLSchema, { __typename: name }: Data, wanted: string, unsaid: boolean): boolean {
  if (typeof name !== "string" || name === "") return unsaid;
  if (name === wanted) return true;
  const above = schema.getType(wanted);
  const below = schema.getType(name);
  return isAbstractType(above) && (isObjectType(below) || isInterfaceType(below)) && schema.isSubType(above, below);
}
