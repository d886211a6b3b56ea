import type { QueryPlanSelectionNode } from "@apollo/query-planner";
import type { GraphQLSchema } from "graphql";
import { type Data, isData, mergeData, put } from "./merge-data.ts";
import { isOfType } from "./type-of-data.ts";

/**
 * Returns the representation of an entity: the fields that a fetch sends to a subgraph, so that the subgraph finds the
 * entity. Returns null if a required field is missing.
 */
export type Representation = (entity: Data) => Data | null;

type Part = (source: Data, into: Data) => boolean;

/**
 * Returns a function that builds representations from entities. `requires` are the fields of an entity that the query
 * plan sends to a subgraph.
 */
export function compileRepresentation(
  schema: GraphQLSchema,
  requires: readonly QueryPlanSelectionNode[],
): Representation {
  const parts = requires.map((selection) => compilePart(schema, selection));
  return (entity) => {
    const representation: Data = {};
    return parts.every((part) => part(entity, representation)) ? representation : null;
  };
}

function compilePart(schema: GraphQLSchema, selection: QueryPlanSelectionNode): Part {
  if (selection.kind === "InlineFragment") {
    const { typeCondition } = selection;
    if (typeCondition === undefined) return () => true;
    const inner = compileRepresentation(schema, selection.selections);
    return (source, into) => {
      const more = isOfType(schema, source, typeCondition, false) ? inner(source) : null;
      if (more) mergeData(into, more);
      return true;
    };
  }
  const name = selection.alias ?? selection.name;
  const inner = selection.selections ? compileRepresentation(schema, selection.selections) : undefined;
  const take = (value: unknown) => (inner === undefined ? value : isData(value) ? inner(value) : null);
  return (source, into) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    // A field that the subgraph requires is missing if an earlier fetch failed. The error of that fetch is already
    // recorded.
    if (value === undefined) return false;
    put(into, name, Array.isArray(value) ? value.map(take) : take(value));
    return true;
  };
}
