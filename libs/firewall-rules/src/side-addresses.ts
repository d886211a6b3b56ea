import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/** Divides the objects of one side into named and negated objects. */
export function splitSide<Obj extends { readonly negate: boolean | null }>(objects: readonly Obj[]) {
  return { named: objects.filter(({ negate }) => !negate), negated: objects.filter(({ negate }) => negate) };
}

/**
 * Returns the addresses in `included` that are not in `excluded`. If `named` is empty, returns every address that is
 * not in `excluded`. `included` contains addresses of the objects in `named`. `excluded` contains the addresses of the
 * negated objects.
 */
export function sideAddresses(side: {
  readonly named: readonly unknown[];
  readonly included: AddressSet;
  readonly excluded: AddressSet;
}): AddressSet {
  return addresses.subtract(side.named.length === 0 ? addresses.allAddresses : side.included, side.excluded);
}
