import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { missingParts, neededParts } from "@network-access/gateway/needed-schema";
import { readSubgraphs } from "@network-access/gateway/read-subgraphs";
import { workspace } from "@network-access/local-stack/workspace";

/**
 * Checks the release in `root`. Returns the names of the subgraphs that do not exist in this release, or that lack
 * something that the current gateway needs.
 */
export function lackingSubgraphs(root: string): readonly string[] {
  const needed = neededParts(readFileSync(join(workspace.root, "gateway/supergraph.graphql"), "utf8"));
  const subgraphs = new Map(readSubgraphs(pathToFileURL(`${root}/`)).map(({ name, sdl }) => [name, sdl]));
  return [...needed].flatMap(([name, parts]) => {
    const sdl = subgraphs.get(name);
    return sdl !== undefined && missingParts(parts, sdl).length === 0 ? [] : [name];
  });
}
