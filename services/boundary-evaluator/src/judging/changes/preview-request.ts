import type { BareRule, CompiledRule } from "../compiling/compile-rule.ts";
import { ruleFacts } from "../explaining/rule-facts.ts";
import { stateReasonMessage } from "../explaining/state-reason.ts";
import { type DecidedState, type Decision, decideState, type ScoreSettings } from "../matching/decide-state.ts";
import type { Deciding } from "../matching/evaluate.ts";
import { coverRule, type RuleCover } from "../matching/joint-cover.ts";
import type { PairVerdict } from "../matching/judge-pair.ts";
import type { JudgedState } from "../model/judgement.ts";
import type { BothVerdicts } from "./prepare-edit.ts";

/** The state of a request with the current boundaries (`from`), and the state after the edit of a boundary (`to`). */
export interface BothStates {
  readonly from: JudgedState;
  readonly to: JudgedState;
}

export function previewStates<AnyRule extends BareRule>(
  rules: readonly AnyRule[],
  { before, after }: BothVerdicts<AnyRule>,
  settings: ScoreSettings,
): BothStates {
  const coverOf = rememberCovers<AnyRule>();
  return {
    from: decideState(rules, before, coversOf(before, coverOf), settings).state,
    to: decideState(rules, after, coversOf(after, coverOf), settings).state,
  };
}

/**
 * The states of a request before and after the edit, and the reason for the new state. `reason` is written for callers
 * who may see boundaries, so it may contain their addresses.
 */
export interface ExplainedFlip extends BothStates {
  /**
   * The id of the rule that decided the new state. If the new state is Pass, this is the id of the rule that decided
   * the old state. Null if no single rule decided the state, for example if the score decided it.
   */
  readonly ruleId: string | null;
  readonly reason: string;
}

export function explainStates(
  rules: readonly CompiledRule[],
  { before, after }: BothVerdicts<CompiledRule>,
  settings: ScoreSettings,
): ExplainedFlip {
  const coverOf = rememberCovers<CompiledRule>();
  const previous = decideState(rules, before, coversOf(before, coverOf), settings);
  const covers = new Map([...coversOf(after, coverOf).values()].map((cover) => [cover.rule, cover]));
  const current = decideState(rules, after, covers, settings);
  const decisive: DecidedState = current.decision.by === "nothing-objects" ? previous : current;
  return {
    from: previous.state,
    to: current.state,
    ruleId: ruleOf(decisive.decision)?.rule.id ?? null,
    reason: stateReasonMessage(current, rules, after, ruleFacts(covers, after.byRule))(true),
  };
}

function ruleOf(decision: Decision): CompiledRule | null {
  switch (decision.by) {
    case "boundary":
      return decision.pair.rule;
    case "not-covered":
      return decision.cover.rule;
    case "unresolved-rule":
    case "no-traffic":
    case "empty-name":
      return decision.rule;
    case "score":
    case "nothing-objects":
      return null;
  }
}

type CoverOf<AnyRule extends BareRule> = (rule: AnyRule, pairs: readonly PairVerdict<AnyRule>[]) => RuleCover<AnyRule>;

/**
 * Returns a function that computes and caches the cover of a rule. A cover says whether the Pass boundaries together
 * contain the rule's traffic. The cache key is the array `pairs`, compared by identity. If the edit does not touch a
 * rule, the rule has the same array before and after the edit, so its cover is computed only once.
 */
function rememberCovers<AnyRule extends BareRule>(): CoverOf<AnyRule> {
  const known = new Map<readonly PairVerdict<AnyRule>[], RuleCover<AnyRule>>();
  return (rule, pairs) => {
    const cover = known.get(pairs) ?? coverRule(rule, pairs);
    known.set(pairs, cover);
    return cover;
  };
}

/** Returns the covers of the Allow rules that have traffic. A cover is computed only when the caller iterates to it. */
function coversOf<AnyRule extends BareRule>({ byRule }: Deciding<AnyRule>, coverOf: CoverOf<AnyRule>) {
  return { values: () => eachCover(byRule, coverOf) };
}

/**
 * Yields the cover of each Allow rule. This generator is a function of the module, because a generator nested in a
 * function would keep all variables of that function in memory until a full garbage collection.
 */
function* eachCover<AnyRule extends BareRule>(
  byRule: Deciding<AnyRule>["byRule"],
  coverOf: CoverOf<AnyRule>,
): Generator<RuleCover<AnyRule>> {
  for (const [rule, pairs] of byRule) if (rule.rule.action === "Allow") yield coverOf(rule, pairs);
}
