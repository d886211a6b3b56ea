import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/**
 * Returns the family that a side admits as a whole while it negates only addresses of the other family. Returns null
 * when there is no such family.
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
