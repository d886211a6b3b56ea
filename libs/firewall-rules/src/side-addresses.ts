import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/** Divides the objects of one side into named and negated objects. */
export function splitSide<Obj extends { readonly negate: boolean | null }>(objects: readonly Obj[]) {
  return { named: objects.filter(({ negate }) => !negate), negated: objects.filter(({ negate }) => negate) };
}

/**
 * Returns the addresses of a side: the addresses of its named objects without the addresses of its negated objects. If
 * the side names no object, every address counts as named. `included` has the addresses of the named objects, or of
 * some of them.
 */
export function sideAddresses(side: {
  readonly named: readonly unknown[];
  readonly included: AddressSet;
  readonly excluded: AddressSet;
}): AddressSet {
  return addresses.subtract(side.named.length === 0 ? addresses.allAddresses : side.included, side.excluded);
}
