import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";

/**
 * Returns 4 if the negated addresses of a side (the sources or the destinations) include IPv6 addresses, but the side
 * still contains every IPv4 address. Returns 6 in the reverse case. Otherwise returns null.
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
