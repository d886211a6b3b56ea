import type { Rule } from "@network-access/firewall-rules/rule";
import { boundResults } from "./bound-results.ts";
import { boundaryResults } from "./boundary-results.ts";
import { type CompiledRule, compileRule } from "./compiling/compile-rule.ts";
import type { ResolvedObject } from "./compiling/resolve-objects.ts";
import { pairMessages } from "./explaining/boundary.ts";
import { requestFindings } from "./explaining/request-findings.ts";
import { ruleFacts } from "./explaining/rule-facts.ts";
import { stateReasonMessage } from "./explaining/state-reason.ts";
import { textsKnownTo, toMessage } from "./explaining/withhold-addresses.ts";
import { type BoundarySet, buildBoundarySet, isBoundarySet } from "./indexing/boundary-set.ts";
import { decideState, type ScoreSettings } from "./matching/decide-state.ts";
import { evaluate, type Verdicts } from "./matching/evaluate.ts";
import { coverRule, type RuleCover } from "./matching/joint-cover.ts";
import { evidenceOf } from "./matching/pair-evidence.ts";
import type { BoundaryDefinition } from "./model/boundary-definition.ts";
import type { Judgement } from "./model/judgement.ts";
import type { Resolution } from "./model/resolved.ts";

/** The part of a change request that is judged. Rule ids are unique in it. */
export interface JudgedRequest {
  readonly rules: readonly Rule[];
  readonly projectId: string;
}

/**
 * Judges a request against boundaries. The function is pure: the same arguments always give the same judgement. The
 * boundaries in a `BoundarySet` are already compiled, with the lookup results of the groups and items that they name.
 * Boundary definitions are compiled by this function.
 */
export function judge(
  request: JudgedRequest,
  boundaries: readonly BoundaryDefinition[] | BoundarySet,
  resolution: Resolution,
  settings: ScoreSettings,
): Judgement {
  const set = isBoundarySet(boundaries) ? boundaries : buildBoundarySet(boundaries, resolution);
  const rules = request.rules.map((rule) => compileRule(rule, resolution));
  const verdicts = evaluate(rules, set, request.projectId);
  const covers = coverRules(verdicts);
  const decided = decideState(rules, verdicts, covers, settings);
  const known = textsKnownTo(rules);
  const facts = ruleFacts(covers, verdicts.byRule);
  return {
    state: decided.state,
    stateReason: toMessage(stateReasonMessage(decided, rules, verdicts, facts), known),
    score: decided.score,
    results: boundResults(boundaryResults(rules, verdicts, pairMessages(facts), known), evidenceOf),
    findings: requestFindings(rules, facts, known),
    retry: mayChange(rules, verdicts),
  };
}

/** Returns how Pass boundaries cover each Allow rule that has traffic. */
function coverRules({ byRule }: Verdicts): Map<CompiledRule, RuleCover> {
  const covers = new Map<CompiledRule, RuleCover>();
  for (const [rule, pairs] of byRule) if (rule.rule.action === "Allow") covers.set(rule, coverRule(rule, pairs));
  return covers;
}

/**
 * Returns true if a later evaluation of the same request can have another result, because a lookup failed or was not
 * ready. Checks the lookups of the groups and items in the rules, and in each boundary that may share traffic with a
 * rule. Other lookups have no effect.
 */
function mayChange(rules: readonly CompiledRule[], { byBoundary }: Verdicts): boolean {
  const isTemporary = ({ lookup }: ResolvedObject): boolean =>
    lookup?.outcome === "failed" || lookup?.outcome === "not-ready";
  if (rules.some(({ sources, destinations }) => [...sources.unresolved, ...destinations.unresolved].some(isTemporary)))
    return true;
  for (const [{ isResolved, sources, destinations }, pairs] of byBoundary) {
    if (isResolved || pairs.length === 0) continue;
    if ([...sources.unresolved, ...destinations.unresolved].some(isTemporary)) return true;
  }
  return false;
}
