import type { OpenResult } from "./bound-results.ts";
import type { CompiledBoundary } from "./compiling/compile-boundary.ts";
import type { CompiledRule } from "./compiling/compile-rule.ts";
import { boundaryMessage, emptyBoundaryMessage, type PairMessages } from "./explaining/boundary.ts";
import { type KnownTexts, toMessage } from "./explaining/withhold-addresses.ts";
import type { Verdicts } from "./matching/evaluate.ts";
import { type PairVerdict, type RelatedPair, stateOfPair } from "./matching/judge-pair.ts";
import type { JudgedState } from "./model/judgement.ts";

/**
 * Returns one result for each enforced boundary that applies to the project, ordered by boundary id. The results have
 * no relations to rules yet. `boundResults` adds the relations.
 *
 * If no rule touches a boundary, the result is the boundary's `silent` result, which has no state and no message. No
 * rule can touch a boundary that names no traffic at all. If such a boundary applies to the action of one of the rules,
 * the result gets a message that says why the boundary matches nothing.
 */
export function boundaryResults(
  rules: readonly CompiledRule[],
  verdicts: Verdicts,
  messageOf: PairMessages,
  known: KnownTexts,
): OpenResult<RelatedPair>[] {
  const ruleActions = new Set(rules.map(({ rule }) => rule.action));
  return verdicts.boundaries.map((boundary) => {
    const pairs = verdicts.byBoundary.get(boundary);
    if (pairs !== undefined) return touchedResult(boundary, pairs, messageOf, known);
    if (!boundary.isEmpty || !boundary.definition.ruleActions.some((action) => ruleActions.has(action)))
      return { result: boundary.silent, related: [] };
    return { result: { ...boundary.silent, message: toMessage(emptyBoundaryMessage(boundary), known) }, related: [] };
  });
}

const weights = { Fail: 4, Error: 3, Review: 2, Pass: 1 } as const satisfies Record<JudgedState, number>;

function touchedResult(
  boundary: CompiledBoundary,
  pairs: readonly PairVerdict[],
  messageOf: PairMessages,
  known: KnownTexts,
): OpenResult<RelatedPair> {
  const { action, score } = boundary.definition;
  const related = pairs.filter((pair) => pair.kind === "related");
  const matching = related.filter(({ isMatch }) => isMatch);
  const heaviest = Math.max(...pairs.map(weightOf));
  const alike = pairs.filter((pair) => weightOf(pair) === heaviest);
  const decisive = alike[0];
  const state = decisive === undefined ? null : stateOfPair(decisive);
  const showsOwnMessage = matching.length > 0 || state === "Fail" || state === "Review";
  const result = {
    ...boundary.silent,
    isMatch: matching.length > 0,
    score: action === "Score" && matching.length > 0 ? score : null,
    state,
    message:
      decisive === undefined ? null : toMessage(boundaryMessage(decisive, alike, showsOwnMessage, messageOf), known),
    matchingRuleIds: matching.map(({ rule }) => rule.rule.id),
  };
  return { result, related };
}

/**
 * Returns the weight of a pair of a rule and a boundary. The pair with the highest weight decides the result of the
 * boundary. A pair with a graver state has a higher weight. If two pairs have the same state, a match has the higher
 * weight.
 */
function weightOf(pair: PairVerdict): number {
  const state = stateOfPair(pair);
  const weight = state === null ? 0 : weights[state];
  return pair.kind === "related" && pair.isMatch ? weight + 0.5 : weight;
}
