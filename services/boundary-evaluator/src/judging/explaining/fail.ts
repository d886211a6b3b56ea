import type { RuleSide } from "@network-access/firewall-rules/rule";
import { blocksOfProduct, intersectProducts } from "@network-access/traffic-sets/traffic-product";
import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { failingSides } from "../matching/pair-evidence.ts";
import { exactnessMessage } from "./exactness.ts";
import {
  addressText,
  inFamilies,
  joined,
  type MessageBuilder,
  MOST_WORDS_OF_PAIR,
  serviceText,
  shortened,
  trafficText,
} from "./message-text.ts";
import { touchedObjects } from "./outside-objects.ts";

/** What of a rule a Fail boundary forbids, and the smallest changes that would take it out. */
export function failMessage(pair: RelatedPair): MessageBuilder {
  const boundary = `Boundary "${pair.boundary.definition.name}"`;
  const rule = `rule "${pair.rule.rule.id}"`;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      const part = isInside(pair.relation) ? null : forbiddenPart(pair, showsAddresses, mostNamed);
      const change = part === null ? ": remove or change the rule" : `: ${part.text}; remove ${part.remedy}`;
      if (pair.exactSidesMatch) return `${boundary} forbids ${part === null ? "all" : "part"} of ${rule}${change}`;
      const { reason } = exactnessMessage(pair, showsAddresses, mostNamed);
      return `${boundary} forbids ${rule} only in part because ${reason}${change}`;
    }, MOST_WORDS_OF_PAIR);
}

/** The sides that reach beyond the boundary: without the forbidden part each has something left, and it alone suffices. */
function forbiddenPart(
  pair: RelatedPair,
  showsAddresses: boolean,
  mostNamed: number,
): { readonly text: string; readonly remedy: string } {
  const shared = intersectProducts(pair.rule.traffic, pair.named);
  const families = blocksOfProduct(shared).map(({ family }) => family);
  const beyond = failingSides(pair);
  const addressesOf = (side: "sources" | "destinations"): string =>
    showsAddresses
      ? addressText(inFamilies(shared[side], families), mostNamed)
      : touchedObjects(pair.rule[side], pair.named[side], families, false, mostNamed);
  const has = (side: RuleSide): boolean => beyond.includes(side);
  const services = serviceText(shared.services, families, mostNamed);
  const text = trafficText({
    ...(has("Source") && { sources: addressesOf("sources") }),
    ...(has("Destination") && { destinations: addressesOf("destinations") }),
    ...(has("Service") && { services }),
  });
  const ways = [
    ...(has("Source") ? ["these sources"] : []),
    ...(has("Destination") ? ["these destinations"] : []),
    ...(has("Service") ? [services.includes(" ") ? "these services" : "this service"] : []),
  ];
  return { text, remedy: joined(ways, "or") };
}
