import type { RuleSide } from "@network-access/firewall-rules/rule";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { blocksOfProduct, intersectProducts, type TrafficProduct } from "@network-access/traffic-sets/traffic-product";
import { isInside, type RelatedPair } from "../matching/judge-pair.ts";
import { failingSides } from "../matching/pair-evidence.ts";
import { exactnessMessage } from "./exactness.ts";
import {
  addressText,
  type Family,
  inFamilies,
  joined,
  type MessageBuilder,
  serviceText,
  shortened,
  sideText,
  trafficText,
} from "./message-text.ts";
import { touchedObjects } from "./outside-objects.ts";

/**
 * Says how much of a rule a Fail boundary forbids, and how to change the rule so that the boundary forbids no part of
 * it.
 */
export function failMessage(pair: RelatedPair, mostWords: number): MessageBuilder {
  const boundary = `Boundary "${pair.boundary.definition.name}"`;
  const rule = `rule "${pair.rule.rule.id}"`;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      const because = pair.exactSidesMatch
        ? ""
        : ` because ${exactnessMessage(pair, showsAddresses, mostNamed).reason}`;
      if (isInside(pair.relation)) {
        const all = pair.exactSidesMatch ? `forbids all of ${rule}` : `forbids ${rule} only in part${because}`;
        return `${boundary} ${all}${wayOut(pair, showsAddresses, mostNamed)}`;
      }
      const { text, remedy } = forbiddenPart(pair, showsAddresses, mostNamed);
      const part = pair.exactSidesMatch ? `forbids part of ${rule}` : `forbids ${rule} only in part${because}`;
      return `${boundary} ${part}: ${text}; remove ${remedy}`;
    }, mostWords);
}

const sides = ["Source", "Destination", "Service"] as const satisfies readonly RuleSide[];

/**
 * Says how to change a rule that lies completely inside a Fail boundary, so that the boundary no longer forbids the
 * rule. It is enough to change one side of the rule. The text does not suggest a side on which the boundary contains
 * every address or service, because no change of that side would help.
 */
function wayOut(pair: RelatedPair, showsAddresses: boolean, mostNamed: number): string {
  if (!showsAddresses) return ": remove or change the rule, or ask the policy owner what is forbidden";
  const families = familiesOf(pair.rule.traffic);
  const limited = sides.filter((side) => limits(pair, side, families));
  const has = (side: RuleSide): boolean => limited.includes(side);
  const forbidden =
    limited.length === 0
      ? `all ${families.length === 1 ? `IPv${families[0]} ` : ""}traffic`
      : trafficText({
          ...(has("Source") && { sources: addressText(pair.named.sources, mostNamed) }),
          ...(has("Destination") && { destinations: addressText(pair.named.destinations, mostNamed) }),
          ...(has("Service") && { services: serviceText(pair.named.services, families, true, mostNamed) }),
        });
  const change =
    limited.length === 0
      ? ""
      : ` or change its ${joined(
          limited.map((side) => sideText[side]),
          "or",
        )}`;
  const because = mostNamed === 0 ? "" : `, as it forbids ${forbidden}`;
  return `${because}: remove the rule${change}`;
}

function familiesOf(traffic: TrafficProduct): readonly Family[] {
  return blocksOfProduct(traffic).map(({ family }) => family);
}

function limits({ named }: RelatedPair, side: RuleSide, families: readonly Family[]): boolean {
  if (side === "Service")
    return families.some(
      (family) => !services.contains(named.services, services.onlyFamily(services.allServices, family)),
    );
  const set = side === "Source" ? named.sources : named.destinations;
  return !addresses.contains(set, inFamilies(addresses.allAddresses, families));
}

/**
 * Describes the part of a rule that the boundary forbids. The text names only the sides on which the rule has addresses
 * or services outside the boundary. `remedy` suggests removing the forbidden addresses or services from one of these
 * sides. This is enough, because that side then keeps only addresses or services outside the boundary.
 */
function forbiddenPart(
  pair: RelatedPair,
  showsAddresses: boolean,
  mostNamed: number,
): { readonly text: string; readonly remedy: string } {
  const shared = intersectProducts(pair.rule.traffic, pair.named);
  const families = familiesOf(shared);
  const beyond = failingSides(pair);
  const addressesOf = (side: "sources" | "destinations"): string =>
    showsAddresses
      ? addressText(inFamilies(shared[side], families), mostNamed)
      : touchedObjects(
          pair.rule[side],
          inFamilies(shared[side], families),
          familiesOf(pair.rule.traffic),
          false,
          mostNamed,
        );
  const has = (side: RuleSide): boolean => beyond.includes(side);
  const sharedServices = serviceText(shared.services, families, showsAddresses, mostNamed);
  const text = trafficText({
    ...(has("Source") && { sources: addressesOf("sources") }),
    ...(has("Destination") && { destinations: addressesOf("destinations") }),
    ...(has("Service") && { services: sharedServices }),
  });
  const ways = [
    ...(has("Source") ? ["these sources"] : []),
    ...(has("Destination") ? ["these destinations"] : []),
    ...(has("Service") ? [sharedServices.includes(" ") ? "these services" : "this service"] : []),
  ];
  const isKnown = showsAddresses || mostNamed === 0 || beyond.every((side) => side === "Service");
  const asks = isKnown ? "" : ", or ask the policy owner which";
  return { text, remedy: `${joined(ways, "or")}${asks}` };
}
