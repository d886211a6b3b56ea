import { composeServices } from "@apollo/composition";
import { lexicographicSortSchema, parse, printSchema } from "graphql";

/** The input of composition: a subgraph's name and its whole schema text. */
export interface SubgraphSchema {
  readonly name: string;
  readonly sdl: string;
}

/**
 * Either the schema for the gateway's planner and the schema for clients, or all reasons why the subgraphs do not fit
 * together.
 */
export type Composition =
  | { readonly ok: true; readonly supergraph: string; readonly apiSchema: string }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * Returns the placeholder URL of a subgraph in the composed supergraph. It leads to no server, because its top-level
 * domain `invalid` is reserved. When the gateway starts, it uses the configured URL instead.
 */
export function placeholderUrl(subgraph: string): string {
  return `http://${subgraph}.subgraph.invalid/graphql`;
}

/**
 * Composes the supergraph from the subgraphs. Also fails if two subgraphs declare the same element differently. The
 * Apollo composer only returns a hint in this case, and silently drops or weakens a part of the GraphQL API.
 */
export function composeSupergraph(subgraphs: readonly SubgraphSchema[]): Composition {
  const result = composeServices(
    subgraphs.map(({ name, sdl }) => ({ name, url: placeholderUrl(name), typeDefs: parse(sdl) })),
  );
  if (result.errors) return { ok: false, reasons: result.errors.map((error) => error.message) };
  const differences = result.hints.filter((hint) => hint.definition.code.startsWith("INCONSISTENT_"));
  if (differences.length > 0) {
    return { ok: false, reasons: differences.map((hint) => `${hint.definition.code}: ${hint.message}`) };
  }
  const apiSchema = lexicographicSortSchema(result.schema.toAPISchema().toGraphQLJSSchema());
  return { ok: true, supergraph: `${result.supergraphSdl.trimEnd()}\n`, apiSchema: `${printSchema(apiSchema)}\n` };
}
