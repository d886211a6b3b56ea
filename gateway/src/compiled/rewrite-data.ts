import type { FetchDataRewrite } from "@apollo/query-planner";
import type { GraphQLSchema } from "graphql";
import { type Data, isData, own, put } from "./merge-data.ts";
import { isOfType } from "./type-of-data.ts";

const ofType = "... on ";

/**
 * Applies the planner's rewrites to `data`. A rewrite either restores the name of a field that the planner aliased, or
 * sets a value that only the planner knows, such as the name of a type.
 */
export function rewriteData(schema: GraphQLSchema, rewrites: readonly FetchDataRewrite[], data: unknown): void {
  for (const rewrite of rewrites) {
    const name = rewrite.path.at(-1);
    if (name === undefined) continue;
    visit(schema, rewrite.path.slice(0, -1), data, (place) => {
      if (rewrite.kind === "ValueSetter") return put(place, name, rewrite.setValueTo);
      const value = own(place, name);
      if (!value) return;
      put(place, rewrite.renameKeyTo, value);
      place[name] = undefined;
    });
  }
}

function visit(schema: GraphQLSchema, path: readonly string[], value: unknown, change: (place: Data) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) visit(schema, path, entry, change);
    return;
  }
  if (!isData(value)) return;
  const [first, ...rest] = path;
  if (first === undefined) change(value);
  else if (!first.startsWith(ofType)) visit(schema, rest, own(value, first), change);
  else if (isOfType(schema, value, first.slice(ofType.length), true)) visit(schema, rest, value, change);
}
