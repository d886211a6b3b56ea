import { type BoundarySet, buildBoundarySet } from "../judging/indexing/boundary-set.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";

/**
 * Caches compiled boundary sets. A cached set is reused if the definitions and the lookup results are the same as those
 * from which it was compiled.
 */
export interface BoundarySets {
  /**
   * Returns the boundary set that is compiled from the boundary definitions with the lookup results in `resolution`.
   * `hash` must identify the definitions. `definitions` is called only if the set is not cached. `references` lists the
   * groups and items to which the definitions refer.
   */
  get(
    hash: string,
    definitions: () => readonly BoundaryDefinition[],
    references: readonly string[],
    resolution: Resolution,
  ): BoundarySet;
}

/**
 * Creates a cache of the `maxSets` boundary sets that were returned most recently. If a boundary is unchanged since the
 * last returned set, a new set reuses its compiled form.
 */
export function createBoundarySets(maxSets: number): BoundarySets {
  const cached = new Map<string, BoundarySet>();
  let newest: BoundarySet | undefined;
  return {
    get(hash, definitions, references, resolution) {
      const key = `${hash}\n${references.map((reference) => answerText(resolution.get(reference))).join("\n")}`;
      const known = cached.get(key);
      cached.delete(key);
      const set = known ?? buildBoundarySet(definitions(), resolution, newest);
      cached.set(key, set);
      newest = set;
      const [oldest] = cached.keys();
      if (cached.size > maxSets && oldest !== undefined) cached.delete(oldest);
      return set;
    },
  };
}

function answerText(resolved: Resolved | undefined): string {
  if (resolved === undefined) return "none";
  if (resolved.outcome === "failed") return `failed ${resolved.reason}`;
  return "hash" in resolved ? resolved.hash : resolved.outcome;
}
