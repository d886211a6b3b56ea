import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/**
 * Returns 4 if a side (the sources or the destinations) negates IPv6 addresses but still contains every IPv4 address.
 * Returns 6 if it negates IPv4 addresses but still contains every IPv6 address. Otherwise returns null.
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
