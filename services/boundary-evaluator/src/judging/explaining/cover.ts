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
  serviceText,
  shortened,
  trafficText,
} from "./message-text.ts";
import { touchedObjects } from "./outside-objects.ts";

/** No other text names them, so this list may be longer than a sentence should be. */
const MOST_COVERING = 100;

/** Which boundaries hold a rule that none of them holds alone. */
export function jointCoverMessage({ rule, boundaries }: Extract<RuleCover, { kind: "joint" }>): MessageBuilder {
  const names = boundaryNames(
    boundaries.map(({ definition }) => definition.name),
    MOST_COVERING,
  );
  return () => `${capitalised(names)} together allow all of rule "${rule.rule.id}"; none does alone`;
}

/** What of a rule no Pass boundary holds, and what would help. */
export function notCoveredMessage({ rule, rest, isWhole, granting, refusing }: NotCovered): MessageBuilder {
  const named = `rule "${rule.rule.id}"`;
  const [refused] = refusing;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      if (granting.length > 0) {
        const names = boundaryNames(
          granting.map(({ definition }) => definition.name),
          mostNamed,
        );
        const [allow, leave] = granting.length === 1 ? ["allows", "leaves"] : ["allow", "leave"];
        const left = showsAddresses ? partsOf(rule, rest, mostNamed) : touchedBy(rule, rest, mostNamed);
        return `${capitalised(names)} ${allow} part of ${named} but ${leave} out ${isWhole ? "" : "at least "}${left}: remove that or have a boundary allow it`;
      }
      if (refused === undefined)
        return `No Pass boundary allows any of ${named}: have a boundary allow it, or remove the rule`;
      const { reason, remedy } = exactnessMessage(refused, showsAddresses, mostNamed);
      return `No Pass boundary allows any of ${named}; boundary "${refused.boundary.definition.name}" does not count because ${reason}: ${remedy}`;
    });
}

/** Parts that a sentence describes before it counts the rest. */
const MOST_PARTS = 2;

function partsOf(rule: CompiledRule, rest: readonly FamilyBlock[], mostNamed: number): string {
  const bothFamilies = blocksOfProduct(rule.traffic).length === 2;
  const texts = rest.map((block) => partOf(rule, block, mostNamed));
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

/** A part by the sides on which it is less than the rule's traffic in its family, which only addresses show by themselves. */
function partOf(
  rule: CompiledRule,
  { family, ...block }: FamilyBlock,
  mostNamed: number,
): { readonly text: string; readonly ofFamily: Family | null } {
  const isLess = (side: "sources" | "destinations"): boolean =>
    !addresses.contains(block[side], addresses.onlyFamily(rule[side].addresses, family));
  const texts = {
    ...(isLess("sources") && { sources: addressText(block.sources, mostNamed) }),
    ...(isLess("destinations") && { destinations: addressText(block.destinations, mostNamed) }),
    ...(!services.contains(block.services, services.onlyFamily(rule.services, family)) && {
      services: serviceText(block.services, [family], mostNamed),
    }),
  };
  if (Object.keys(texts).length === 0) return { text: `all IPv${family} traffic`, ofFamily: null };
  const showsFamily = "sources" in texts || "destinations" in texts;
  return { text: trafficText(texts), ofFamily: showsFamily ? null : family };
}

/** The same by the objects of the request. */
function touchedBy(rule: CompiledRule, rest: readonly FamilyBlock[], mostNamed: number): string {
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
  return `some ${trafficText({
    ...(isLess("sources") && { sources: objectsOf("sources") }),
    ...(isLess("destinations") && { destinations: objectsOf("destinations") }),
    ...(hasLessServices && { services: serviceText(left, families, mostNamed) }),
  })}`;
}

function unionOf(rest: readonly FamilyBlock[], side: "sources" | "destinations"): AddressSet {
  return addresses.unionAll(rest.map((block) => block[side]));
}
