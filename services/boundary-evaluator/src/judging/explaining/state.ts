import { whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { Deciding } from "../matching/evaluate.ts";
import type { RuleCover } from "../matching/joint-cover.ts";
import { stateOfPair } from "../matching/judge-pair.ts";
import type { Decision, Summary } from "../matching/summarise.ts";
import type { PairMessages } from "./boundary.ts";
import { notCoveredMessage } from "./cover.ts";
import { boundaryNames, joined, listed, type MessageBuilder, ruleNames } from "./message-text.ts";
import { noTrafficMessage, objectMessage } from "./request-findings.ts";

type Covers = ReadonlyMap<CompiledRule, RuleCover>;

/** The state reason: one sentence on the boundary and rule that decided and on what would have to change. */
export function stateMessage(
  { state, score, decision }: Summary,
  rules: readonly CompiledRule[],
  verdicts: Deciding,
  covers: Covers,
  tell: PairMessages,
): MessageBuilder {
  switch (decision.by) {
    case "boundary":
      return decidingBoundaryMessage(decision, tell);
    case "score":
      return decidingScoreMessage(decision, verdicts, score ?? 0, state === "Fail" ? "fails" : "is reviewed");
    case "unresolved-rule":
    case "empty-name":
      return decidingNameMessage(decision.rule);
    case "no-traffic": {
      const reason = whyNoTraffic(decision.rule.traffic);
      return noTrafficMessage(decision.rule, reason?.words ?? "", reason?.remedy ?? "");
    }
    case "not-covered": {
      const told = notCoveredMessage(decision.cover);
      return (showsAddresses) => `${told(showsAddresses)}.`;
    }
    case "nothing-objects":
      return passingMessage(rules, covers);
  }
}

function decidingBoundaryMessage(
  { pair, more }: Extract<Decision, { by: "boundary" }>,
  tell: PairMessages,
): MessageBuilder {
  const told = tell(pair);
  const others =
    more === 0 ? "" : `; ${more} more ${more === 1 ? "boundary says" : "boundaries say"} ${stateOfPair(pair)}`;
  return (showsAddresses) => `${told(showsAddresses)}${others}.`;
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
  const because =
    parts.length === 0
      ? ""
      : `, from ${parts.length === 1 ? "boundary" : "boundaries"} ${listed(parts)} for ${ruleNames([...rules])}`;
  return () =>
    `The score ${score} reaches ${threshold}, at which a request ${outcome}${because}: change the rules until fewer of these match.`;
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
    return () =>
      "The request holds Deny rules only and adds no access, and no boundary objects: it stays so until a rule allows something.";
  }
  const parts = allowing.map((rule) => {
    const cover = covers.get(rule);
    if (cover?.kind === "joint") {
      return `rule "${rule.rule.id}" by ${boundaryNames(cover.boundaries.map(({ definition }) => definition.name))} together`;
    }
    return cover?.kind === "single"
      ? `rule "${rule.rule.id}" by boundary "${cover.boundary.definition.name}"`
      : `rule "${rule.rule.id}"`;
  });
  return () =>
    `Every Allow rule is covered, ${joined([listed(parts)], "and")}, and no boundary objects: it stays so while these boundaries stand and the rules do not grow.`;
}
