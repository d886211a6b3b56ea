import { composeServices } from "@apollo/composition";
import { lexicographicSortSchema, parse, printSchema } from "graphql";

/** One subgraph as composition sees it: its name and its whole schema text. */
export interface SubgraphSchema {
  readonly name: string;
  readonly sdl: string;
}

/** What composition gives: the schema the gateway plans with, and the one a client sees; or every reason why not. */
export type Composition =
  | { readonly ok: true; readonly supergraph: string; readonly apiSchema: string }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * The address written into the supergraph. It can never be reached (the top-level name is reserved for that): the
 * gateway puts the real one in its place when it starts.
 */
export function placeholderUrl(subgraph: string): string {
  return `http://${subgraph}.subgraph.invalid/graphql`;
}

/**
 * Composes the subgraphs. What composition only hints at is refused where subgraphs say different things about one
 * element: such a difference drops or weakens a part of the graph without a word.
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
