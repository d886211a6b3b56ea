import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { TouchedPairs } from "../matching/evaluate.ts";
import type { NotCovered, RuleCover } from "../matching/joint-cover.ts";
import { forbidsAll, type PairVerdict, type RelatedPair } from "../matching/judge-pair.ts";

/** Facts that all messages on one rule share. */
export interface RuleFacts {
  /** Returns the cover of an Allow rule that has traffic. Returns undefined for all other rules. */
  coverOf(rule: CompiledRule): RuleCover | undefined;
  /**
   * Returns the pair of the rule and a Fail boundary that forbids all of the rule. If there is no such pair, returns
   * the first pair whose Fail boundary forbids a part of the rule.
   */
  forbiddingPairOf(rule: CompiledRule): RelatedPair | undefined;
  /** The Allow rules that Pass boundaries do not cover, in the order of the request. */
  readonly notCovered: readonly NotCovered[];
}

export function ruleFacts(covers: ReadonlyMap<CompiledRule, RuleCover>, byRule: TouchedPairs["byRule"]): RuleFacts {
  const known = new Map<CompiledRule, RelatedPair | undefined>();
  return {
    coverOf: (rule) => covers.get(rule),
    forbiddingPairOf(rule) {
      if (!known.has(rule)) known.set(rule, findForbidding(byRule.get(rule) ?? []));
      return known.get(rule);
    },
    notCovered: [...covers.values()].filter((cover) => cover.kind === "not-covered"),
  };
}

function findForbidding(pairs: readonly PairVerdict[]): RelatedPair | undefined {
  const forbidding = pairs.filter(
    (pair): pair is RelatedPair => pair.kind === "related" && pair.boundary.definition.action === "Fail",
  );
  return forbidding.find(forbidsAll) ?? forbidding[0];
}

/**
 * Says what to do with a part of a rule that no Pass boundary allows. `what` is how the text refers to the part, for
 * example "this". `forbidding` is the pair of the rule and a Fail boundary that forbids all or some of the rule, or
 * undefined if there is no such pair.
 */
export function remedyFor(
  what: string,
  forbidding: RelatedPair | undefined,
  showsAddresses: boolean,
  mostNamed: number,
): string {
  // If `showsAddresses` is false, the message shows no addresses of boundaries and may describe more traffic than the
  // part of the rule contains. The second text below therefore advises the caller to ask the policy owner, who can say
  // exactly what to remove or allow.
  if (forbidding === undefined && showsAddresses) return `remove ${what} or ask the policy owner to allow it`;
  if (forbidding === undefined) return `remove ${what} or ask the policy owner what to remove or allow`;
  if (mostNamed === 0) return `remove ${what}`;
  const name = `boundary "${forbidding.boundary.definition.name}"`;
  return forbidsAll(forbidding)
    ? `remove the rule, all of which ${name} forbids`
    : `remove ${what} or ask the policy owner to allow what ${name} does not forbid`;
}
