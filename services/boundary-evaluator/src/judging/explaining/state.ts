import { whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { Deciding } from "../matching/evaluate.ts";
import type { RuleCover } from "../matching/joint-cover.ts";
import { stateOfPair } from "../matching/judge-pair.ts";
import type { Decision, Summary } from "../matching/summarise.ts";
import type { PairMessages } from "./boundary.ts";
import { notCoveredMessage } from "./cover.ts";
import { boundaryNames, listed, type MessageBuilder, ruleNames, shortened } from "./message-text.ts";
import { noTrafficMessage, objectMessage } from "./request-findings.ts";

type Covers = ReadonlyMap<CompiledRule, RuleCover>;

/** The state reason: one sentence on the boundary and rule that decided and on what would have to change. */
export function stateMessage(
  { state, score, decision }: Summary,
  rules: readonly CompiledRule[],
  verdicts: Deciding,
  covers: Covers,
  messageOf: PairMessages,
): MessageBuilder {
  switch (decision.by) {
    case "boundary":
      return decidingBoundaryMessage(decision, messageOf);
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
      const message = notCoveredMessage(decision.cover);
      return (showsAddresses) => `${message(showsAddresses)}.`;
    }
    case "nothing-objects":
      return passingMessage(rules, covers);
  }
}

function decidingBoundaryMessage(
  { pair, more }: Extract<Decision, { by: "boundary" }>,
  messageOf: PairMessages,
): MessageBuilder {
  const message = messageOf(pair);
  const others =
    more === 0 ? "" : ` (${more} more ${more === 1 ? "boundary says" : "boundaries say"} ${stateOfPair(pair)})`;
  return (showsAddresses) => `${message(showsAddresses)}${others}.`;
}

function decidingScoreMessage(
  { threshold, counted }: Extract<Decision, { by: "score" }>,
  { byBoundary }: Deciding,
  score: number,
  outcome: string,
): MessageBuilder {
  const parts = counted.map(({ definition }) => `"${definition.name}" (${definition.score ?? 0})`);
  const rules = new Set<string>();
  for (const boundary of counted) {
    for (const pair of byBoundary.get(boundary) ?? [])
      if (pair.kind === "related" && pair.isMatch) rules.add(pair.rule.rule.id);
  }
  const reached = `The score is ${score}, and a request ${outcome} at ${threshold}`;
  // A threshold of zero or less is reached without a match.
  if (parts.length === 0) return () => `${reached}.`;
  const [nouns, match] = parts.length === 1 ? ["boundary", "matches"] : ["boundaries", "match"];
  return () =>
    shortened((mostNamed) => {
      const matching =
        mostNamed === 0 ? `${parts.length} ${nouns}` : `${nouns} ${listed(parts, parts.length, mostNamed)}`;
      return `${reached}: ${matching} ${match} ${ruleNames([...rules], mostNamed)}; change the rules so that fewer boundaries match.`;
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

function passingMessage(rules: readonly CompiledRule[], covers: Covers): MessageBuilder {
  const allowing = rules.filter(({ rule }) => rule.action === "Allow");
  if (allowing.length === 0) {
    return () => "The request has only Deny rules, which add no access, and nothing is forbidden: no change is needed.";
  }
  return () =>
    shortened((mostNamed) => {
      const named = mostNamed === 0 ? "" : ` (${coverTexts(allowing, covers, mostNamed)})`;
      return `Every Allow rule is covered${named} and nothing is forbidden: no change is needed.`;
    });
}

/** Rules with the same cover are named together. */
function coverTexts(rules: readonly CompiledRule[], covers: Covers, mostNamed: number): string {
  const idsByCover = new Map<string, string[]>();
  for (const rule of rules) {
    const text = coverText(covers.get(rule), mostNamed);
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
