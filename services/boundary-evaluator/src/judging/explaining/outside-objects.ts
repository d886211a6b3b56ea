import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { RuleAddresses } from "../compiling/compile-rule.ts";
import { addressText, type Family, inFamilies, listed } from "./message-text.ts";

/**
 * The objects of a rule's side that are not wholly in `inside`, each with how much of it is out; never the whole list. Only
 * the families given count.
 */
export function outsideObjects(
  side: RuleAddresses,
  inside: AddressSet,
  families: readonly Family[],
  showsAddresses: boolean,
  mostNamed?: number,
): string {
  return objectTexts(side, families, showsAddresses, (own) => addresses.subtract(own, inside), mostNamed);
}

/** The objects of a rule's side that share something with `touched`, each with how much of it does. */
export function touchedObjects(
  side: RuleAddresses,
  touched: AddressSet,
  families: readonly Family[],
  showsAddresses: boolean,
  mostNamed?: number,
): string {
  return objectTexts(side, families, showsAddresses, (own) => addresses.intersect(own, touched), mostNamed);
}

function objectTexts(
  side: RuleAddresses,
  families: readonly Family[],
  showsAddresses: boolean,
  affectedPart: (own: AddressSet) => AddressSet,
  mostNamed?: number,
): string {
  if (mostNamed === 0) return "some addresses";
  const texts = new Set<string>();
  // There may be thousands of objects, and nearly always nothing is negated.
  const negatesNothing = addresses.isEmpty(side.negated);
  for (const object of ownObjects(side)) {
    const own = inFamilies(
      negatesNothing ? object.addresses : addresses.subtract(object.addresses, side.negated),
      families,
    );
    const part = affectedPart(own);
    if (addresses.isEmpty(part)) continue;
    if (addresses.equals(part, object.addresses) && !isLookedUp(object.text)) texts.add(object.text);
    else if (showsAddresses) texts.add(partText(object.text, addressText(part, mostNamed)));
    else texts.add(addresses.equals(part, own) ? object.text : `part of ${object.text}`);
  }
  return listed([...texts], texts.size, mostNamed);
}

/** Of a whole family or of both, which part it is says enough. */
function partText(object: string, part: string): string {
  return object === part || object === "Any" || object.endsWith("/0") ? part : `${part} (of ${object})`;
}

function isLookedUp(text: string): boolean {
  return text.startsWith("group ") || text.startsWith("item ");
}

/** What the side names; a side that only negates stands for every address. */
function ownObjects(side: RuleAddresses): readonly { readonly text: string; readonly addresses: AddressSet }[] {
  return side.named.length === 0 ? [{ text: "Any", addresses: addresses.allAddresses }] : side.named;
}
