import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { exceptionsTo } from "@network-access/traffic-sets/exceptions";
import type { RuleAddresses } from "../compiling/compile-rule.ts";
import type { ResolvedObject } from "../compiling/resolve-objects.ts";
import { addressText, type Family, inFamilies, joined, listed, MOST_NAMED } from "./message-text.ts";

/**
 * Lists the objects of a rule's side that have addresses outside `inside`. The text names each object with its part
 * outside `inside`. It names at most `mostNamed` objects and gives only the number of further objects. Only addresses
 * of the given families are considered.
 */
export function outsideObjects(
  side: RuleAddresses,
  inside: AddressSet,
  families: readonly Family[],
  showsAddresses: boolean,
  mostNamed: number,
): string {
  return objectTexts(side, families, showsAddresses, (own) => addresses.subtract(own, inside), mostNamed);
}

/** Lists the objects of a rule's side that share addresses with `touched`, each with the shared part. */
export function touchedObjects(
  side: RuleAddresses,
  touched: AddressSet,
  families: readonly Family[],
  showsAddresses: boolean,
  mostNamed: number,
): string {
  return objectTexts(side, families, showsAddresses, (own) => addresses.intersect(own, touched), mostNamed);
}

function objectTexts(
  side: RuleAddresses,
  families: readonly Family[],
  showsAddresses: boolean,
  affectedPart: (own: AddressSet) => AddressSet,
  mostNamed: number,
): string {
  if (mostNamed === 0) return "some addresses";
  const texts = new Set<string>();
  // If the side has no negated addresses, as most sides do, the subtraction below is skipped. It would otherwise run
  // for each object of the side, and a side may have thousands of objects.
  const negatesNothing = addresses.isEmpty(side.negated);
  for (const object of ownObjects(side)) {
    const own = inFamilies(
      negatesNothing ? object.addresses : addresses.subtract(object.addresses, side.negated),
      families,
    );
    const part = affectedPart(own);
    if (addresses.isEmpty(part)) continue;
    if (addresses.equals(part, object.addresses) && !isLookedUp(object.text)) texts.add(object.text);
    else if (showsAddresses) texts.add(partText(object, part, mostNamed));
    else texts.add(addresses.equals(part, own) ? object.text : `part of ${object.text}`);
  }
  return listed([...texts], texts.size, mostNamed);
}

/**
 * Describes a part of the addresses of a rule's side. If the part is the whole side except a few CIDRs, the text names
 * these CIDRs: "10.0.0.0/8 except 10.1.0.0/16". For a side with several objects, it is "the rule's sources except ..."
 * or "the rule's destinations except ...". All other parts are described by `addressText`.
 */
export function partOfSide(
  name: "sources" | "destinations",
  side: RuleAddresses,
  part: AddressSet,
  mostNamed: number,
): string {
  const [only] = ownObjects(side);
  const text = only !== undefined && side.named.length < 2 ? only.text : `the rule's ${name}`;
  return shortPartText({ text, addresses: side.addresses }, part, mostNamed) ?? addressText(part, mostNamed);
}

type Named = Pick<ResolvedObject, "text" | "addresses">;

function partText(object: Named, part: AddressSet, mostNamed: number): string {
  const short = shortPartText(object, part, mostNamed);
  if (short !== null) return short;
  const text = addressText(part, mostNamed);
  if (addresses.equals(part, object.addresses)) return `${object.text} (${text})`;
  return object.text === text || isWholeFamily(object.text) ? text : `${text} (of ${object.text})`;
}

/**
 * Describes `part` as the object with a few exceptions: "10.0.0.0/8 except 10.1.0.0/16". Returns null in these cases:
 * - `mostNamed` is 0, or the object is a whole address family.
 * - `part` has at most MOST_NAMED CIDRs. The caller can list them instead.
 * - There are no exceptions, or more than MOST_NAMED.
 */
function shortPartText({ text, addresses: whole }: Named, part: AddressSet, mostNamed: number): string | null {
  if (mostNamed === 0 || isWholeFamily(text)) return null;
  if (addresses.toCidrs(part, MOST_NAMED + 1).length <= MOST_NAMED) return null;
  const exceptions = exceptionsTo(whole, part, MOST_NAMED);
  return exceptions === null || exceptions.length === 0 ? null : `${text} except ${joined(exceptions, "and")}`;
}

/**
 * Returns whether `text` names an object that contains all IPv4 addresses, all IPv6 addresses, or both. A message that
 * lists a part of the addresses of such an object does not name the object.
 */
function isWholeFamily(text: string): boolean {
  return text === "Any" || text.endsWith("/0");
}

function isLookedUp(text: string): boolean {
  return text.startsWith("group ") || text.startsWith("item ");
}

/**
 * Returns the objects of a side that are not negated. If all objects are negated, returns the object Any, because the
 * side then contains every address except the negated addresses.
 */
function ownObjects(side: RuleAddresses): readonly { readonly text: string; readonly addresses: AddressSet }[] {
  return side.named.length === 0 ? [{ text: "Any", addresses: addresses.allAddresses }] : side.named;
}
