import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { blocksOfProduct, type FamilyBlock } from "@network-access/traffic-sets/traffic-product";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { NotCovered, RuleCover } from "../matching/joint-cover.ts";
import { exactnessMessage } from "./exactness.ts";
import {
  addressText,
  boundaryNames,
  capitalised,
  type Family,
  inFamilies,
  type MessageBuilder,
  MOST_WORDS,
  serviceExceptions,
  serviceText,
  shortened,
  trafficText,
} from "./message-text.ts";
import { partOfSide, touchedObjects } from "./outside-objects.ts";
import { type RuleFacts, remedyFor } from "./rule-facts.ts";

/** Says which boundaries together contain a rule that none of them contains alone. */
export function jointCoverMessage({ rule, boundaries }: Extract<RuleCover, { kind: "joint" }>): MessageBuilder {
  const names = boundaries.map(({ definition }) => definition.name);
  // This is the only text that lists these boundaries. It therefore lists as many of them as the word limit of a
  // sentence permits.
  return () =>
    shortened(
      (mostNamed) =>
        `${sentenceSubject(names, mostNamed)} together allow all of rule "${rule.rule.id}"; none does alone, and no change is needed`,
      MOST_WORDS,
      Math.min(names.length, MOST_WORDS),
    );
}

/**
 * Formats the names of boundaries as the subject of a sentence. If `mostNamed` is 0, returns "A boundary" or "Several
 * boundaries", because a sentence must not begin with a number.
 */
function sentenceSubject(names: readonly string[], mostNamed: number): string {
  if (mostNamed > 0) return capitalised(boundaryNames(names, mostNamed));
  return names.length === 1 ? "A boundary" : "Several boundaries";
}

/** Says which part of a rule no Pass boundary allows, and what would help. */
export function notCoveredMessage(
  { rule, rest, isWhole, granting, refusing }: NotCovered,
  facts: RuleFacts,
  mostWords: number = MOST_WORDS,
): MessageBuilder {
  const named = `rule "${rule.rule.id}"`;
  const [refused] = refusing;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      if (granting.length > 0) {
        const names = sentenceSubject(
          granting.map(({ definition }) => definition.name),
          mostNamed,
        );
        const [allow, leave] = granting.length === 1 ? ["allows", "leaves"] : ["allow", "leave"];
        const left = showsAddresses ? partsOf(rule, rest, mostNamed) : touchedBy(rule, rest, isWhole, mostNamed);
        return `${names} ${allow} part of ${named} but ${leave} out ${isWhole ? "" : "at least "}${left}: ${remedyFor("this", facts.forbiddingPairOf(rule), showsAddresses, mostNamed)}`;
      }
      if (refused === undefined)
        return `No Pass boundary allows any of ${named}: ${remedyFor("the rule", facts.forbiddingPairOf(rule), true, mostNamed)}`;
      const { reason, remedy } = exactnessMessage(refused, showsAddresses, mostNamed);
      return `No Pass boundary allows any of ${named}; boundary "${refused.boundary.definition.name}" does not count because ${reason}: ${remedy}`;
    }, mostWords);
}

/** A sentence describes at most this many parts of a rule's traffic. For further parts, it states only their number. */
const MOST_PARTS = 2;

function partsOf(rule: CompiledRule, rest: readonly FamilyBlock[], mostNamed: number): string {
  const bothFamilies = blocksOfProduct(rule.traffic).length === 2;
  const texts = rest.map((block) => partOf(rule, block, mostNamed));
  if (rest.length === 2 && texts.every(({ ofFamily }) => ofFamily !== null)) {
    const left = services.unionAll(rest.map((block) => block.services));
    const text = mostNamed === 0 ? null : serviceExceptions(left, [4, 6]);
    if (text !== null) return text;
  }
  const parts = new Set(
    texts.map(({ text, ofFamily }) => {
      const isShared = texts.filter((other) => other.text === text).length > 1;
      return ofFamily === null || isShared || !bothFamilies ? text : `${text} of IPv${ofFamily}`;
    }),
  );
  const described = [...parts].slice(0, Math.max(1, Math.min(MOST_PARTS, mostNamed)));
  const more = parts.size - described.length;
  return more > 0
    ? `${described.join(", ")} and ${more} more such ${more === 1 ? "part" : "parts"}`
    : described.join(" and ");
}

/**
 * Describes a part of a rule's traffic in one family. The text mentions only the sides on which the part is smaller
 * than the rule's traffic in this family. `ofFamily` is the family of the part if the text does not show it. It is null
 * if the text shows the family, for example by addresses.
 */
function partOf(
  rule: CompiledRule,
  { family, ...block }: FamilyBlock,
  mostNamed: number,
): { readonly text: string; readonly ofFamily: Family | null } {
  const isLess = (side: "sources" | "destinations"): boolean =>
    !addresses.contains(block[side], addresses.onlyFamily(rule[side].addresses, family));
  const texts = {
    ...(isLess("sources") && { sources: partOfSide("sources", rule.sources, block.sources, mostNamed) }),
    ...(isLess("destinations") && {
      destinations: partOfSide("destinations", rule.destinations, block.destinations, mostNamed),
    }),
    ...(!services.contains(block.services, services.onlyFamily(rule.services, family)) && {
      services: serviceText(block.services, [family], true, mostNamed),
    }),
  };
  if (Object.keys(texts).length === 0) return { text: wholeFamilyText(rule, family, mostNamed), ofFamily: null };
  const showsFamily = "sources" in texts || "destinations" in texts;
  return { text: trafficText(texts), ofFamily: showsFamily ? null : family };
}

/**
 * Describes all of a rule's traffic in one family. The text lists the addresses of a side if they are at most
 * `mostNamed` CIDRs and not the whole family. If it lists the addresses of neither side, it is "all IPv4 traffic" or
 * "all IPv6 traffic".
 */
function wholeFamilyText(rule: CompiledRule, family: Family, mostNamed: number): string {
  const few = (side: "sources" | "destinations"): string | undefined => {
    const own = addresses.onlyFamily(rule[side].addresses, family);
    const isFew = !addresses.contains(own, addresses.onlyFamily(addresses.allAddresses, family));
    return isFew && addresses.toCidrs(own, mostNamed + 1).length <= mostNamed ? addressText(own, mostNamed) : undefined;
  };
  const [sources, destinations] = [few("sources"), few("destinations")];
  if (sources === undefined && destinations === undefined) return `all IPv${family} traffic`;
  return trafficText({ ...(sources && { sources }), ...(destinations && { destinations }) });
}

/**
 * Describes the part `rest` of a rule's traffic for callers who may not see the addresses of boundaries. The text lists
 * the objects of the rule that share addresses with this part.
 */
function touchedBy(rule: CompiledRule, rest: readonly FamilyBlock[], isWhole: boolean, mostNamed: number): string {
  const families = ([4, 6] as const satisfies readonly Family[]).filter((family) =>
    rest.some((block) => block.family === family),
  );
  if (mostNamed === 0) return "some traffic";
  const isLess = (side: "sources" | "destinations"): boolean =>
    !addresses.contains(unionOf(rest, side), inFamilies(rule[side].addresses, families));
  const objectsOf = (side: "sources" | "destinations"): string =>
    touchedObjects(rule[side], unionOf(rest, side), families, false, mostNamed);
  const left = services.unionAll(rest.map((block) => block.services));
  const hasLessServices = families.some(
    (family) => !services.contains(left, services.onlyFamily(rule.services, family)),
  );
  const side = {
    ...(isLess("sources") && { sources: objectsOf("sources") }),
    ...(isLess("destinations") && { destinations: objectsOf("destinations") }),
    ...(hasLessServices && { services: serviceText(left, families, false, mostNamed) }),
  };
  // If `rest` is a single block and all of the uncovered traffic, the text is exact. For several blocks, the text
  // combines all their sources with all their destinations and all their services. This combination may contain more
  // traffic than the blocks. If the text may be inexact or mentions no side, it begins with "some".
  const isAll = isWhole && rest.length === 1 && Object.keys(side).length > 0;
  return `${isAll ? "" : "some "}${trafficText(side)}`;
}

function unionOf(rest: readonly FamilyBlock[], side: "sources" | "destinations"): AddressSet {
  return addresses.unionAll(rest.map((block) => block[side]));
}
