import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/**
 * Returns the address family (4 or 6) of which a side contains all addresses, if the side negates addresses of the
 * other family. Returns null if there is no such family.
 */
export function admittedFamily(side: { readonly addresses: AddressSet; readonly negated: AddressSet }): 4 | 6 | null {
  for (const [negates, admits] of [
    [4, 6],
    [6, 4],
  ] as const) {
    if (addresses.isEmptyIn(side.negated, negates)) continue;
    return addresses.contains(side.addresses, addresses.onlyFamily(addresses.allAddresses, admits)) ? admits : null;
  }
  return null;
}
