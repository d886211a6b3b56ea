import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/**
 * A side that negates addresses of one family only may still admit the whole other family. Gives that other family, or
 * null when there is none.
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
