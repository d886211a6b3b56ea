import type { CompiledBoundary } from "../compiling/compile-boundary.ts";
import type { BareRule, CompiledRule } from "../compiling/compile-rule.ts";
import type { JudgedState } from "../model/judgement.ts";
import { orderIds } from "../model/order-ids.ts";
import type { Deciding } from "./evaluate.ts";
import type { NotCovered, RuleCover } from "./joint-cover.ts";
import { type PairVerdict, stateOfPair } from "./judge-pair.ts";

/**
 * The thresholds of a request's score: a score of at least `scoreReviewAt` causes Review, and a score of at least
 * `scoreFailAt` causes Fail. If a threshold is missing, no score causes that state.
 */
export interface ScoreSettings {
  readonly scoreReviewAt?: number | undefined;
  readonly scoreFailAt?: number | undefined;
}

/** The reason that decided the state of a request. */
export type Decision<AnyRule extends BareRule = CompiledRule> =
  | { readonly by: "boundary"; readonly pair: PairVerdict<AnyRule>; readonly more: number }
  | { readonly by: "score"; readonly threshold: number; readonly counted: readonly CompiledBoundary[] }
  | { readonly by: "unresolved-rule" | "no-traffic" | "empty-name"; readonly rule: AnyRule }
  | { readonly by: "not-covered"; readonly cover: NotCovered<AnyRule> }
  | { readonly by: "nothing-objects" };

export interface DecidedState<AnyRule extends BareRule = CompiledRule> {
  readonly state: JudgedState;
  readonly score: number | null;
  readonly decision: Decision<AnyRule>;
}

/**
 * Returns the state of a request and the reason for the state. The checks run in the order in which they are written
 * below, and the first check with a result decides. Covers are checked last, because reading a cover from `covers` may
 * start its computation. If an earlier check decides, this function reads no cover and therefore starts no computation.
 */
export function decideState<AnyRule extends BareRule>(
  rules: readonly AnyRule[],
  verdicts: Deciding<AnyRule>,
  covers: { values(): Iterable<RuleCover<AnyRule>> },
  { scoreReviewAt, scoreFailAt }: ScoreSettings,
): DecidedState<AnyRule> {
  const counted = matchedScores(verdicts);
  const score = verdicts.hasScoreBoundary
    ? counted.reduce((sum, { definition }) => sum + (definition.score ?? 0), 0)
    : null;
  const reached = (threshold: number | undefined): Decision<AnyRule> | null =>
    score === null || threshold === undefined || score < threshold ? null : { by: "score", threshold, counted };
  const decided = (state: JudgedState, decision: Decision<AnyRule> | null): DecidedState<AnyRule> | null =>
    decision === null ? null : { state, score, decision };

  return (
    decided("Fail", byBoundary(verdicts, "Fail")) ??
    decided("Fail", reached(scoreFailAt)) ??
    decided(
      "Error",
      byRule("unresolved-rule", rules, ({ isResolved }) => !isResolved),
    ) ??
    decided("Error", byBoundary(verdicts, "Error")) ??
    decided("Error", byRule("no-traffic", rules, hasNoTraffic)) ??
    decided("Review", byBoundary(verdicts, "Review")) ??
    decided("Review", byRule("empty-name", rules, namesEmpty)) ??
    decided("Review", reached(scoreReviewAt)) ??
    decided("Review", byCover(covers)) ?? { state: "Pass", score, decision: { by: "nothing-objects" } }
  );
}

/** Returns true if a rule denotes no traffic and names no empty group or item. */
export function hasNoTraffic(rule: BareRule): boolean {
  return rule.isEmpty && !namesEmpty(rule);
}

function namesEmpty({ sources, destinations }: BareRule): boolean {
  return sources.empty.length > 0 || destinations.empty.length > 0;
}

/**
 * Finds the boundaries that cause the given state. Returns the boundary with the lowest id and the number of further
 * boundaries, or null if no boundary causes the state. Only boundaries that touch a rule are searched. A boundary that
 * touches no rule causes no state, and there may be thousands of such boundaries.
 */
function byBoundary<AnyRule extends BareRule>(
  { byBoundary }: Deciding<AnyRule>,
  state: JudgedState,
): Decision<AnyRule> | null {
  let first: PairVerdict<AnyRule> | undefined;
  let count = 0;
  for (const pairs of byBoundary.values()) {
    const pair = pairs.find((candidate) => stateOfPair(candidate) === state);
    if (pair === undefined) continue;
    if (first === undefined || byId(pair.boundary, first.boundary) < 0) first = pair;
    count += 1;
  }
  return first === undefined ? null : { by: "boundary", pair: first, more: count - 1 };
}

function byRule<AnyRule extends BareRule>(
  by: Extract<Decision, { rule: CompiledRule }>["by"],
  rules: readonly AnyRule[],
  holds: (rule: AnyRule) => boolean,
): Decision<AnyRule> | null {
  const rule = rules.find(holds);
  return rule === undefined ? null : { by, rule };
}

function byCover<AnyRule extends BareRule>(covers: {
  values(): Iterable<RuleCover<AnyRule>>;
}): Decision<AnyRule> | null {
  for (const cover of covers.values()) if (cover.kind === "not-covered") return { by: "not-covered", cover };
  return null;
}

/** Returns the matched Score boundaries, ordered by id. */
function matchedScores<AnyRule extends BareRule>({ byBoundary }: Deciding<AnyRule>): CompiledBoundary[] {
  const matched: CompiledBoundary[] = [];
  for (const [boundary, pairs] of byBoundary) {
    if (boundary.definition.action !== "Score") continue;
    if (pairs.some((pair) => pair.kind === "related" && pair.isMatch)) matched.push(boundary);
  }
  return matched.sort(byId);
}

function byId(a: CompiledBoundary, b: CompiledBoundary): number {
  return orderIds(a.definition.id, b.definition.id);
}
