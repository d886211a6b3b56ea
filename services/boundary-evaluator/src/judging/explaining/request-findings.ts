import { admittedFamily } from "@network-access/firewall-rules/admitted-family";
import type { RuleSide } from "@network-access/firewall-rules/rule";
import { type NoTrafficReason, whyNoTraffic } from "@network-access/firewall-rules/why-no-traffic";
import type { CompiledRule, RuleAddresses } from "../compiling/compile-rule.ts";
import type { ResolvedObject } from "../compiling/resolve-objects.ts";
import { hasNoTraffic } from "../matching/decide-state.ts";
import type { FindingCode, JudgedFinding } from "../model/judgement.ts";
import { jointCoverMessage, notCoveredMessage } from "./cover.ts";
import { capitalised, type MessageBuilder, sideText } from "./message-text.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { lookupMessage } from "./unresolved.ts";
import { type KnownTexts, toMessage } from "./withhold-addresses.ts";

const addressSides = [
  ["Source", "sources"],
  ["Destination", "destinations"],
] as const;

/**
 * Returns the findings on the request itself, rule by rule. For each rule, findings on the objects that it names are
 * first, then findings on its traffic, and then findings on its cover by Pass boundaries.
 */
export function requestFindings(rules: readonly CompiledRule[], facts: RuleFacts, known: KnownTexts): JudgedFinding[] {
  return rules.flatMap((rule) => {
    const findings: JudgedFinding[] = [];
    const find = (code: FindingCode, side: RuleSide | null, message: MessageBuilder): void => {
      findings.push({ ruleId: rule.rule.id, side, code, message: toMessage(message, known) });
    };
    for (const [side, name] of addressSides) findOnSide(rule[name], side, rule.rule.id, find);
    if (hasNoTraffic(rule)) {
      const found = whyNoTraffic(rule.traffic);
      if (found !== null) find("NoTraffic", found.side, noTrafficMessage(rule, found));
    }
    const cover = facts.coverOf(rule);
    if (cover?.kind === "joint") find("JointlyCovered", null, stopped(jointCoverMessage(cover)));
    if (cover?.kind === "not-covered") find("NotCovered", null, stopped(notCoveredMessage(cover, facts)));
    return findings;
  });
}

/** Says in a whole sentence why a rule denotes no traffic. */
export function noTrafficMessage(rule: CompiledRule, { reason, remedy }: NoTrafficReason): MessageBuilder {
  return () => `Rule "${rule.rule.id}" denotes no traffic because ${reason}: ${remedy}.`;
}

/** Returns a complete sentence that says why an object of a request has no addresses. */
export function objectMessage(object: ResolvedObject, side: RuleSide, ruleId: string): MessageBuilder {
  const where = `the ${sideText[side]} of rule "${ruleId}"`;
  if (object.lookup?.outcome !== "empty") return () => lookupMessage(object, where);
  const effect = object.object.negate ? ", so negating it excludes nothing" : "";
  return () =>
    `${capitalised(object.text)} in ${where} has no addresses${effect}: name another or wait until it has some.`;
}

function findOnSide(
  addresses: RuleAddresses,
  side: RuleSide,
  ruleId: string,
  find: (code: FindingCode, side: RuleSide, message: MessageBuilder) => void,
): void {
  for (const object of [...addresses.unresolved, ...addresses.empty])
    find(codeOf(object), side, objectMessage(object, side, ruleId));
  const admits = addresses.unresolved.length > 0 ? null : admittedFamily(addresses);
  const sides = sideText[side];
  if (admits !== null) {
    const [other, whole] = admits === 6 ? ["IPv4", "::/0"] : ["IPv6", "0.0.0.0/0"];
    find("NegationAdmitsOtherFamily", side, (showsAddresses) => {
      const remedy = showsAddresses ? `negate ${whole} as well` : `negate all of IPv${admits} as well`;
      return `The ${sides} of rule "${ruleId}" negate only ${other} and so include all of IPv${admits}: ${remedy} to exclude it.`;
    });
  }
  if (addresses.asksEquals) {
    find(
      "RequestAsksEquals",
      side,
      () =>
        `The ${sides} of rule "${ruleId}" say Equals, so a Pass boundary counts only if its ${sides} are the same set; Fail and Score boundaries ignore Equals.`,
    );
  }
}

function codeOf({ object, lookup }: ResolvedObject): FindingCode {
  const isGroup = object.type === "ConnectGroup";
  if (lookup?.outcome === "empty") return isGroup ? "EmptyGroup" : "EmptyItem";
  if (lookup?.outcome === "unknown") return isGroup ? "UnknownGroup" : "UnknownItem";
  return "Unresolvable";
}

function stopped(message: MessageBuilder): MessageBuilder {
  return (showsAddresses) => `${message(showsAddresses)}.`;
}
