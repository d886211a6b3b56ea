import { whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import { relate } from "@network-access/traffic-sets/traffic-product";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { DecidedState, Decision } from "../matching/decide-state.ts";
import type { Deciding } from "../matching/evaluate.ts";
import type { NotCovered, RuleCover } from "../matching/joint-cover.ts";
import { isInside, type RelatedPair, stateOfPair } from "../matching/judge-pair.ts";
import { pairMessage } from "./boundary.ts";
import { notCoveredMessage } from "./cover.ts";
import {
  boundaryNames,
  joined,
  listed,
  type MessageBuilder,
  MOST_WORDS,
  ruleNames,
  shortened,
} from "./message-text.ts";
import { noTrafficMessage, objectMessage } from "./request-findings.ts";
import type { RuleFacts } from "./rule-facts.ts";

/** Builds the state reason: one sentence that says what decided the state and what would have to change. */
export function stateReasonMessage(
  { state, score, decision }: DecidedState,
  rules: readonly CompiledRule[],
  verdicts: Deciding,
  facts: RuleFacts,
): MessageBuilder {
  switch (decision.by) {
    case "boundary":
      return decidingBoundaryMessage(decision, facts);
    case "score":
      return decidingScoreMessage(decision, verdicts, score ?? 0, state === "Fail" ? "fails" : "is reviewed");
    case "unresolved-rule":
    case "empty-name":
      return decidingNameMessage(decision.rule);
    case "no-traffic": {
      const found = whyNoTraffic(decision.rule.traffic);
      if (found === null) throw new Error(`rule "${decision.rule.rule.id}" has traffic`);
      return noTrafficMessage(decision.rule, found);
    }
    case "not-covered": {
      const count = facts.notCovered.length - 1;
      const others = count === 0 ? [] : [`${count} more ${count === 1 ? "rule is" : "rules are"} not allowed`];
      return stateSentence(notCoveredMessage(decision.cover, facts, MOST_WORDS - wordsOf(others)), others);
    }
    case "nothing-objects":
      return passingMessage(rules, facts);
  }
}

function decidingBoundaryMessage(
  { pair, more }: Extract<Decision, { by: "boundary" }>,
  facts: RuleFacts,
): MessageBuilder {
  const says =
    more === 0 ? [] : [`${more} more ${more === 1 ? "boundary says" : "boundaries say"} ${stateOfPair(pair)}`];
  // While a lookup is unresolved, the text does not mention uncovered rules, because these rules may be covered once
  // the lookup succeeds.
  const notCovered = pair.kind === "unresolved" ? [] : facts.notCovered;
  const left = notCovered.filter((cover) => !isForbidden(cover, facts.forbiddingPairOf(cover.rule)));
  const others = [...says, ...notCoveredTexts(left)];
  return stateSentence(pairMessage(pair, facts, MOST_WORDS - wordsOf(others)), others);
}

/**
 * Returns true if the Fail boundary in `forbidding` forbids all of the uncovered traffic. In this case, an additional
 * Pass boundary would not help.
 */
function isForbidden({ rest }: NotCovered, forbidding: RelatedPair | undefined): boolean {
  return forbidding !== undefined && rest.every((block) => isInside(relate(block, forbidding.named)));
}

function notCoveredTexts(covers: readonly NotCovered[]): readonly string[] {
  const [first] = covers;
  if (first === undefined) return [];
  return [
    covers.length === 1
      ? `rule "${first.rule.rule.id}" also needs a Pass boundary`
      : `${covers.length} rules also need Pass boundaries`,
  ];
}

/**
 * Appends the texts in `others` to the sentence, in parentheses. These texts name further reasons that remain after the
 * client has dealt with the reason in `message`.
 */
function stateSentence(message: MessageBuilder, others: readonly string[]): MessageBuilder {
  const further = others.length === 0 ? "" : ` (${others.join("; ")})`;
  return (showsAddresses) => `${message(showsAddresses)}${further}.`;
}

function wordsOf(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : texts.join(" ").split(" ").length;
}

function decidingScoreMessage(
  { threshold, counted }: Extract<Decision, { by: "score" }>,
  { byBoundary }: Deciding,
  score: number,
  outcome: string,
): MessageBuilder {
  const scores = counted.map(({ definition }) => definition.score ?? 0);
  const parts = counted.map(({ definition }, place) => `"${definition.name}" (${scores[place]})`);
  const rules = new Set<string>();
  for (const boundary of counted) {
    for (const pair of byBoundary.get(boundary) ?? [])
      if (pair.kind === "related" && pair.isMatch) rules.add(pair.rule.rule.id);
  }
  const reached = `The score is ${score} and a request ${outcome} at ${threshold}`;
  // A score threshold of zero or less is reached even if no Score boundary matches.
  if (parts.length === 0) return () => `${reached}.`;
  const [nouns, match] = parts.length === 1 ? ["boundary", "matches"] : ["boundaries", "match"];
  const [these, them] = rules.size === 1 ? ["this rule", "it"] : ["these rules", "them"];
  const outside = parts.length === 1 ? "this boundary" : "some of these boundaries";
  return () =>
    shortened((mostNamed) => {
      const left = scores.slice(mostNamed);
      const rest = left.length === 0 ? [] : [`${left.length} more (adding ${left.reduce((sum, one) => sum + one, 0)})`];
      const matching =
        mostNamed === 0
          ? `${parts.length} ${nouns}`
          : `${nouns} ${joined([...parts.slice(0, mostNamed), ...rest], "and")}`;
      return `${reached}: ${matching} ${match} ${ruleNames([...rules], mostNamed)}; remove ${these} or move ${them} out of ${outside}.`;
    });
}

function decidingNameMessage({ rule, sources, destinations }: CompiledRule): MessageBuilder {
  for (const [side, { unresolved, empty }] of [
    ["Source", sources],
    ["Destination", destinations],
  ] as const) {
    const [object] = [...unresolved, ...empty];
    if (object !== undefined) return objectMessage(object, side, rule.id);
  }
  return () => `Rule "${rule.id}" names something without addresses.`;
}

function passingMessage(rules: readonly CompiledRule[], facts: RuleFacts): MessageBuilder {
  const allowing = rules.filter(({ rule }) => rule.action === "Allow");
  if (allowing.length === 0) {
    return () => "The request has only Deny rules, which add no access, and nothing is forbidden: no change is needed.";
  }
  return () =>
    shortened((mostNamed) => {
      const named = mostNamed === 0 ? "" : ` (${coverTexts(allowing, facts, mostNamed)})`;
      return `Every Allow rule is covered${named} and nothing is forbidden: no change is needed.`;
    });
}

/** Says which boundaries cover the rules. Rules with the same cover are named together. */
function coverTexts(rules: readonly CompiledRule[], facts: RuleFacts, mostNamed: number): string {
  const idsByCover = new Map<string, string[]>();
  for (const rule of rules) {
    const text = coverText(facts.coverOf(rule), mostNamed);
    const ids = idsByCover.get(text) ?? [];
    ids.push(rule.rule.id);
    idsByCover.set(text, ids);
  }
  const texts = Array.from(idsByCover, ([text, ids]) => `${ruleNames(ids, mostNamed)}${text}`);
  return listed(texts, texts.length, mostNamed);
}

function coverText(cover: RuleCover | undefined, mostNamed: number): string {
  if (cover?.kind === "single") return ` by boundary "${cover.boundary.definition.name}"`;
  if (cover?.kind !== "joint") return "";
  const names = cover.boundaries.map(({ definition }) => definition.name);
  return ` by ${boundaryNames(names, mostNamed)} together`;
}
