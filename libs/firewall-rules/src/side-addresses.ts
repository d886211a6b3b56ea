import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/** Divides the objects of one side into those it names and those it negates. */
export function splitSide<Obj extends { readonly negate: boolean | null }>(objects: readonly Obj[]) {
  return { named: objects.filter(({ negate }) => !negate), negated: objects.filter(({ negate }) => negate) };
}

/**
 * Gives the addresses of a side: what it names minus what it negates. A side that names nothing starts from every
 * address. `included` has the addresses of its named objects, or of some of them.
 */
export function sideAddresses(side: {
  readonly named: readonly unknown[];
  readonly included: AddressSet;
  readonly excluded: AddressSet;
}): AddressSet {
  return addresses.subtract(side.named.length === 0 ? addresses.allAddresses : side.included, side.excluded);
}
