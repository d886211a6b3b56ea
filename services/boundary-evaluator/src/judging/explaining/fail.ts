import type { RuleSide } from "@network-access/firewall-rules/rule";
import { blocksOfProduct, intersectProducts } from "@network-access/traffic-sets/traffic-product";
import type { RelatedPair } from "../matching/judge-pair.ts";
import { failingSides } from "../matching/pair-evidence.ts";
import { exactnessMessage } from "./exactness.ts";
import { addressText, type Family, inFamilies, joined, type MessageBuilder, serviceText } from "./message-text.ts";
import { touchedObjects } from "./outside-objects.ts";

/** What of a rule a Fail boundary forbids, and the smallest changes that would take it out. */
export function failMessage(pair: RelatedPair): MessageBuilder {
  const { rule, boundary, named } = pair;
  const shared = intersectProducts(rule.traffic, named);
  const families = blocksOfProduct(shared).map(({ family }) => family);
  const beyond = failingSides(pair);
  const services = serviceText(shared.services, families);
  const sources = addressText(inFamilies(shared.sources, families));
  const destinations = addressText(inFamilies(shared.destinations, families));
  return (showsAddresses) => {
    const from = beyond.includes("Source") ? ` from ${sources}` : "";
    const reaches = showsAddresses
      ? `reaches ${destinations} on ${services}${from}`
      : `asks for traffic on ${services}`;
    const partial = pair.takesPart ? "" : `, but the match is partial, for ${exactnessMessage(pair, showsAddresses)}`;
    const forbids = `Rule "${rule.rule.id}" ${reaches}, which boundary "${boundary.definition.name}" forbids${partial}`;
    return `${forbids}: ${waysOut(pair, families, beyond, showsAddresses, { sources, destinations, services })}`;
  };
}

interface SharedWords {
  readonly sources: string;
  readonly destinations: string;
  readonly services: string;
}

/** Only a side that reaches beyond the boundary has something left when the forbidden part is taken out. */
function waysOut(
  pair: RelatedPair,
  families: readonly Family[],
  beyond: readonly RuleSide[],
  showsAddresses: boolean,
  words: SharedWords,
): string {
  const ways: string[] = [];
  if (beyond.includes("Service")) ways.push(`remove ${words.services}`);
  for (const [side, name] of [
    ["Destination", "destinations"],
    ["Source", "sources"],
  ] as const) {
    if (!beyond.includes(side)) continue;
    const own = touchedObjects(pair.rule[name], pair.named[name], families, false);
    ways.push(
      showsAddresses ? `take ${words[name]} out of the ${name}` : `take what it forbids out of the ${name} (${own})`,
    );
  }
  if (ways.length > 0) return joined(ways, "or");
  return "remove the rule, or give it sources, destinations or services that the boundary does not name";
}
