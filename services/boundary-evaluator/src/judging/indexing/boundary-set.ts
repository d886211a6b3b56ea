import { type CompiledBoundary, compilationKey, compileBoundary } from "../compiling/compile-boundary.ts";
import type { BoundaryDefinition } from "../model/boundary-definition.ts";
import { orderIds } from "../model/order-ids.ts";
import type { Resolution } from "../model/resolved.ts";
import { type BitSet, emptyBits, setBit } from "./bit-set.ts";
import { type BoundaryIndex, buildBoundaryIndex } from "./boundary-index.ts";

/**
 * All enforced boundaries, compiled and indexed. They are compiled with the lookup results of the groups and items to
 * which they refer. One set can be used to judge any number of requests.
 */
export interface BoundarySet {
  /** The boundaries, ordered by id. */
  readonly boundaries: readonly CompiledBoundary[];
  readonly index: BoundaryIndex;
  /**
   * The positions of the boundaries that apply to Allow rules, and the positions of the boundaries that apply to Deny
   * rules.
   */
  readonly byRuleAction: { readonly Allow: BitSet; readonly Deny: BitSet };
  /** The boundaries that apply only to certain projects. All other boundaries apply to every project. */
  readonly restricted: readonly CompiledBoundary[];
  readonly compiled: ReadonlyMap<string, CompiledBoundary>;
}

/**
 * Compiles and indexes the enforced boundaries. A boundary of `previous` is reused if neither the boundary nor a lookup
 * that it needs has changed.
 */
export function buildBoundarySet(
  definitions: readonly BoundaryDefinition[],
  resolution: Resolution,
  previous?: BoundarySet,
): BoundarySet {
  const compiled = new Map<string, CompiledBoundary>();
  const enforced = definitions.filter((definition) => definition.enforced).sort((a, b) => orderIds(a.id, b.id));
  for (const definition of enforced) {
    const key = compilationKey(definition, resolution);
    compiled.set(key, previous?.compiled.get(key) ?? compileBoundary(definition, resolution));
  }
  const boundaries = [...compiled.values()];
  const byRuleAction = { Allow: emptyBits(boundaries.length), Deny: emptyBits(boundaries.length) };
  boundaries.forEach(({ definition }, position) => {
    for (const action of definition.ruleActions) setBit(byRuleAction[action], position);
  });
  return {
    boundaries,
    index: buildBoundaryIndex(boundaries.map(({ reach }) => reach)),
    byRuleAction,
    restricted: boundaries.filter(({ definition }) => definition.projectIds !== null),
    compiled,
  };
}

export function isBoundarySet(boundaries: readonly BoundaryDefinition[] | BoundarySet): boundaries is BoundarySet {
  return "index" in boundaries;
}
