import type { CompiledBoundary } from "./compile-boundary.ts";
import type { CompiledRule } from "./compile-rule.ts";
import type { Verdicts } from "./evaluate.ts";
import type { NotCovered, RuleCover } from "./joint-cover.ts";
import { type PairVerdict, stateOfPair } from "./judge-pair.ts";
import type { JudgedState } from "./judgement.ts";

/** From which summed score on a request is reviewed or fails; absent: never. */
export interface ScoreSettings {
  readonly scoreReviewAt?: number | undefined;
  readonly scoreFailAt?: number | undefined;
}

/** What decided the state of a request. */
export type Decision =
  | { readonly by: "boundary"; readonly pair: PairVerdict; readonly more: number }
  | { readonly by: "score"; readonly threshold: number; readonly counted: readonly CompiledBoundary[] }
  | { readonly by: "unresolved-rule" | "no-traffic" | "empty-name"; readonly rule: CompiledRule }
  | { readonly by: "not-covered"; readonly cover: NotCovered }
  | { readonly by: "nothing-objects" };

export interface Summary {
  readonly state: JudgedState;
  readonly score: number | null;
  readonly decision: Decision;
}

/** The state of a request: the first line that holds wins. */
export function summarise(
  rules: readonly CompiledRule[],
  verdicts: Verdicts,
  covers: ReadonlyMap<CompiledRule, RuleCover>,
  { scoreReviewAt, scoreFailAt }: ScoreSettings,
): Summary {
  const counted = matchedScores(verdicts);
  const takesScore = verdicts.boundaries.some(({ definition }) => definition.action === "Score");
  const score = takesScore ? counted.reduce((sum, { definition }) => sum + (definition.score ?? 0), 0) : null;
  const reached = (threshold: number | undefined): Decision | null =>
    score === null || threshold === undefined || score < threshold ? null : { by: "score", threshold, counted };
  const said = (state: JudgedState, decision: Decision | null): Summary | null =>
    decision === null ? null : { state, score, decision };

  return (
    said("Fail", byBoundary(verdicts, "Fail")) ??
    said("Fail", reached(scoreFailAt)) ??
    said(
      "Error",
      byRule("unresolved-rule", rules, ({ isResolved }) => !isResolved),
    ) ??
    said("Error", byBoundary(verdicts, "Error")) ??
    said("Error", byRule("no-traffic", rules, hasNoTraffic)) ??
    said("Review", byBoundary(verdicts, "Review")) ??
    said("Review", byRule("empty-name", rules, namesEmpty)) ??
    said("Review", reached(scoreReviewAt)) ??
    said("Review", byCover(covers)) ?? { state: "Pass", score, decision: { by: "nothing-objects" } }
  );
}

/** Whether a rule denotes no traffic though nothing it names is empty. */
export function hasNoTraffic(rule: CompiledRule): boolean {
  return rule.isEmpty && !namesEmpty(rule);
}

function namesEmpty({ sources, destinations }: CompiledRule): boolean {
  return sources.empty.length > 0 || destinations.empty.length > 0;
}

function byBoundary({ boundaries, byBoundary }: Verdicts, state: JudgedState): Decision | null {
  let first: PairVerdict | undefined;
  let count = 0;
  for (const boundary of boundaries) {
    const pair = byBoundary.get(boundary)?.find((one) => stateOfPair(one) === state);
    if (pair === undefined) continue;
    first ??= pair;
    count += 1;
  }
  return first === undefined ? null : { by: "boundary", pair: first, more: count - 1 };
}

function byRule(
  by: Extract<Decision, { rule: CompiledRule }>["by"],
  rules: readonly CompiledRule[],
  holds: (rule: CompiledRule) => boolean,
): Decision | null {
  const rule = rules.find(holds);
  return rule === undefined ? null : { by, rule };
}

function byCover(covers: ReadonlyMap<CompiledRule, RuleCover>): Decision | null {
  for (const cover of covers.values()) if (cover.kind === "not-covered") return { by: "not-covered", cover };
  return null;
}

function matchedScores({ boundaries, byBoundary }: Verdicts): CompiledBoundary[] {
  return boundaries.filter(
    (boundary) =>
      boundary.definition.action === "Score" &&
      byBoundary.get(boundary)?.some((pair) => pair.kind === "related" && pair.isMatch),
  );
}
