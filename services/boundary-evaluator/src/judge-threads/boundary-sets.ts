import { type BoundarySet, buildBoundarySet } from "../judging/indexing/boundary-set.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";

/** Compiled sets of boundaries, remembered by what they were compiled from. */
export interface BoundarySets {
  /** `hash` stands for exactly these definitions, `references` are what they name. */
  get(
    hash: string,
    definitions: () => readonly BoundaryDefinition[],
    references: readonly string[],
    resolution: Resolution,
  ): BoundarySet;
}

/** Remembers the last `kept` sets; a new one takes over what did not change since the newest. */
export function createBoundarySets(kept: number): BoundarySets {
  const held = new Map<string, BoundarySet>();
  let newest: BoundarySet | undefined;
  return {
    get(hash, definitions, references, resolution) {
      const key = `${hash}\n${references.map((reference) => answerText(resolution.get(reference))).join("\n")}`;
      const known = held.get(key);
      held.delete(key);
      const set = known ?? buildBoundarySet(definitions(), resolution, newest);
      held.set(key, set);
      newest = set;
      const [oldest] = held.keys();
      if (held.size > kept && oldest !== undefined) held.delete(oldest);
      return set;
    },
  };
}

function answerText(resolved: Resolved | undefined): string {
  if (resolved === undefined) return "none";
  if (resolved.outcome === "failed") return `failed ${resolved.reason}`;
  return "hash" in resolved ? resolved.hash : resolved.outcome;
}
