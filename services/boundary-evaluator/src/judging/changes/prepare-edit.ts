import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule } from "../compiling/compile-rule.ts";
import { emptyBits, setBit } from "../indexing/bit-set.ts";
import type { BoundarySet } from "../indexing/boundary-set.ts";
import {
  admittedBy,
  type BoundariesByAction,
  boundariesByAction,
  type Deciding,
  type TouchedPairs,
  touchedPairs,
} from "../matching/evaluate.ts";
import { judgePair, type PairVerdict } from "../matching/judge-pair.ts";
import { orderIds } from "../model/order-ids.ts";

/**
 * The pairs (of a rule and a boundary) that decide the state of a request: `before` without the edit of a boundary,
 * `after` with it.
 */
export interface BothVerdicts<AnyRule extends BareRule> {
  readonly before: Deciding<AnyRule>;
  readonly after: Deciding<AnyRule>;
}

/** An edit that adds, replaces or removes one boundary, prepared so that many requests can be checked against it. */
export interface PreparedEdit {
  /**
   * Returns true if the edit may change the verdict. This is so in two cases:
   * - A rule touches the boundary before or after the edit.
   * - The edit adds the project's first Score boundary or removes its last one.
   */
  touches(rules: readonly BareRule[], projectId: string): boolean;
  /**
   * Returns the pairs that decide the verdict, before and after the edit. Returns null if `touches` returns false for
   * the same arguments. The pairs with all other boundaries are computed only once, because the edit does not change
   * them.
   */
  comparePairs<AnyRule extends BareRule>(rules: readonly AnyRule[], projectId: string): BothVerdicts<AnyRule> | null;
}

/**
 * The edited boundary as it applies to one project. `before` is the boundary before the edit, and `after` the boundary
 * after the edit. Each is null if the boundary does not exist or does not apply to the project.
 */
interface InProject {
  readonly before: CompiledBoundary | null;
  readonly after: CompiledBoundary | null;
  /** The other boundaries that apply to the project. */
  readonly others: BoundariesByAction;
  readonly hasScoreBoundary: { readonly before: boolean; readonly after: boolean };
}

/** The maximum number of projects that are cached for one edit. */
const KEPT = 1_000;

/**
 * Prepares an edit of the boundary with the id `id`. `set` has the boundaries before the edit. `after` is the edited
 * boundary, or null if the edit removes it.
 */
export function prepareEdit(set: BoundarySet, id: string, after: CompiledBoundary | null): PreparedEdit {
  const place = set.boundaries.findIndex(({ definition }) => definition.id === id);
  const before = set.boundaries[place] ?? null;
  const named = new Set(
    [...set.restricted, ...(after === null ? [] : [after])].flatMap(({ definition }) => definition.projectIds ?? []),
  );
  const known = new Map<string, InProject>();

  function inProject(projectId: string): InProject {
    // All projects to which no boundary refers share one cache entry. Its key is "", which is never the id of a
    // project.
    const key = named.has(projectId) ? projectId : "";
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const made = makeInProject(projectId);
    if (known.size >= KEPT) known.clear();
    known.set(key, made);
    return made;
  }

  function makeInProject(projectId: string): InProject {
    const admitted = admittedBy(set, projectId) ?? allBits(set.boundaries.length);
    if (place >= 0) clearBit(admitted, place);
    const othersScore = set.boundaries.some(
      (one, position) => position !== place && one.definition.action === "Score" && admits(one, projectId),
    );
    const here = {
      before: before !== null && admits(before, projectId) ? before : null,
      after: after !== null && admits(after, projectId) ? after : null,
    };
    const scores = (one: CompiledBoundary | null) => othersScore || one?.definition.action === "Score";
    return {
      ...here,
      others: boundariesByAction(set, admitted),
      hasScoreBoundary: { before: scores(here.before), after: scores(here.after) },
    };
  }

  return {
    touches(rules, projectId) {
      const here = inProject(projectId);
      if (here.before === null && here.after === null) return false;
      if (here.hasScoreBoundary.before !== here.hasScoreBoundary.after) return true;
      return rules.some((rule) => pairOf(rule, here.before) !== null || pairOf(rule, here.after) !== null);
    },
    comparePairs(rules, projectId) {
      const here = inProject(projectId);
      const before = pairsOf(rules, here.before);
      const after = pairsOf(rules, here.after);
      const { hasScoreBoundary } = here;
      if (before.length === 0 && after.length === 0 && hasScoreBoundary.before === hasScoreBoundary.after) return null;
      const others = touchedPairs(rules, set, here.others);
      return {
        before: { ...withPairs(others, before), hasScoreBoundary: hasScoreBoundary.before },
        after: { ...withPairs(others, after), hasScoreBoundary: hasScoreBoundary.after },
      };
    },
  };
}

function admits({ definition }: CompiledBoundary, projectId: string): boolean {
  return definition.projectIds?.includes(projectId) ?? true;
}

function pairOf<AnyRule extends BareRule>(
  rule: AnyRule,
  boundary: CompiledBoundary | null,
): PairVerdict<AnyRule> | null {
  if (boundary === null || rule.isEmpty || !boundary.definition.ruleActions.includes(rule.rule.action)) return null;
  return judgePair(rule, boundary);
}

function pairsOf<AnyRule extends BareRule>(
  rules: readonly AnyRule[],
  boundary: CompiledBoundary | null,
): PairVerdict<AnyRule>[] {
  return rules.flatMap((rule) => pairOf(rule, boundary) ?? []);
}

/** Returns `others` together with the pairs of one more boundary. Each rule's pairs stay ordered by boundary id. */
function withPairs<AnyRule extends BareRule>(
  others: TouchedPairs<AnyRule>,
  pairs: readonly PairVerdict<AnyRule>[],
): TouchedPairs<AnyRule> {
  const [first] = pairs;
  if (first === undefined) return others;
  const byRule = new Map(others.byRule);
  for (const pair of pairs) {
    const known = byRule.get(pair.rule) ?? [];
    const next = known.findIndex((one) => orderIds(one.boundary.definition.id, pair.boundary.definition.id) > 0);
    byRule.set(pair.rule, known.toSpliced(next < 0 ? known.length : next, 0, pair));
  }
  return { byRule, byBoundary: new Map(others.byBoundary).set(first.boundary, pairs) };
}

function allBits(count: number) {
  const bits = emptyBits(count);
  for (let position = 0; position < count; position += 1) setBit(bits, position);
  return bits;
}

function clearBit(bits: Uint32Array, position: number): void {
  const word = position >>> 5;
  bits[word] = (bits[word] as number) & ~(1 << (position & 31));
}
