import { readFileSync } from "node:fs";
import { Kind, parse } from "graphql";

/** A composed supergraph and its subgraphs. */
export interface Supergraph {
  readonly sdl: string;
  readonly subgraphs: readonly SubgraphAddress[];
}

interface SubgraphAddress {
  readonly name: string;
  /** The URL in the supergraph. Undefined if it is a placeholder. */
  readonly url: string | undefined;
}

/** Reads a composed supergraph from a file. Throws when the file is missing or is not a supergraph. */
export function readSupergraph(file: string | URL): Supergraph {
  const sdl = readFileSync(file, "utf8");
  const graphs = parse(sdl, { noLocation: true }).definitions.find(
    (definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === "join__Graph",
  );
  if (graphs?.kind !== Kind.ENUM_TYPE_DEFINITION) throw new Error("the file holds no composed supergraph");
  const subgraphs = (graphs.values ?? []).map(({ directives = [] }) => {
    const given = directives.find((directive) => directive.name.value === "join__graph")?.arguments ?? [];
    const text = (argument: string): string => {
      const value = given.find(({ name }) => name.value === argument)?.value;
      return value?.kind === Kind.STRING ? value.value : "";
    };
    const url = text("url");
    return { name: text("name"), url: isPlaceholder(url) ? undefined : url };
  });
  return { sdl, subgraphs };
}

/** The name of an environment variable that contains the URL of a subgraph. */
export type AddressVariable = `SUBGRAPH_${string}_URL`;

/** Returns the name of the variable for a subgraph's URL, such as `SUBGRAPH_CHANGE_REQUEST_URL` for change-request. */
export function addressVariable(subgraph: string): AddressVariable {
  return `SUBGRAPH_${subgraph.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_URL`;
}

function isPlaceholder(url: string): boolean {
  return url === "" || (URL.canParse(url) && new URL(url).hostname.endsWith(".invalid"));
}
