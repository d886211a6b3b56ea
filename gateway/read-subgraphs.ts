import { readFileSync } from "node:fs";
import { z } from "zod";
import type { SubgraphSchema } from "./compose-supergraph.ts";

const listing = z.array(z.object({ name: z.string().min(1), modules: z.array(z.string().min(1)).min(1) })).min(1);
const workspace = new URL("../", import.meta.url);

/**
 * Reads the subgraphs that `gateway/subgraphs.json` lists. The SDL of a subgraph is the text of all its schema modules.
 * All paths are relative to `root`. Throws if a file is missing.
 */
export function readSubgraphs(root: URL = workspace): readonly SubgraphSchema[] {
  const subgraphs = listing.parse(JSON.parse(readFileSync(new URL("gateway/subgraphs.json", root), "utf8")));
  return subgraphs.map(({ name, modules }) => ({
    name,
    sdl: modules.map((module) => readFileSync(new URL(module, root), "utf8")).join("\n"),
  }));
}
