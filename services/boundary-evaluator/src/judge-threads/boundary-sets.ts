import { type BoundarySet, buildBoundarySet } from "../judging/indexing/boundary-set.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";

/** A cache of compiled boundary sets. Its keys are the definitions and lookups from which the sets were compiled. */
export interface BoundarySets {
  /**
   * Returns the compiled boundary set. `hash` identifies the definitions of its boundaries, and `references` are the
   * groups and items that the definitions name.
   */
  get(
    hash: string,
    definitions: () => readonly BoundaryDefinition[],
    references: readonly string[],
    resolution: Resolution,
  ): BoundarySet;
}

/**
 * Caches the `maxSets` sets that were returned last. A new set reuses the parts that are the same in the set that was
 * returned before it.
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
