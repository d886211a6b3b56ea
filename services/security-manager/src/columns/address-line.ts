import {
  type AddressRange,
  addressSetOfRanges,
  rangesOf,
  withoutMapped,
} from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, complement, onlyFamily } from "@network-access/traffic-sets/address-set";

/**
 * The numeric value of the IPv6 address ::ffff:0.0.0.0, which stands for 0.0.0.0. Search engines store IPv4 addresses
 * as IPv4-mapped IPv6 addresses.
 */
const FIRST_IPV4 = 0xffff_0000_0000n;

/**
 * Converts a set of IPv4 and IPv6 addresses to a set of IPv6 addresses. Each IPv4 address becomes the IPv4-mapped
 * address in ::ffff:0:0/96. IPv6 addresses of `set` that are in this block are dropped. Merges ranges that touch at the
 * border of the block.
 */
export function onAddressLine(set: AddressSet): AddressSet {
  return addressSetOfRanges(rangesOf(set).flatMap(withoutMapped).map(toLine));
}

/**
 * `lineRanges` returns the address ranges of a set that `onAddressLine` returned. `lineGaps` returns the ranges of all
 * IPv6 addresses that are not in the set. Both functions merge adjacent ranges.
 */
export function lineRanges(line: AddressSet): readonly AddressRange[] {
  return rangesOf(line);
}
export function lineGaps(line: AddressSet): readonly AddressRange[] {
  return rangesOf(onlyFamily(complement(line), 6));
}

function toLine({ family, low, high }: AddressRange): AddressRange {
  const base = family === 4 ? FIRST_IPV4 : 0n;
  return { family: 6, low: base + low, high: base + high };
}
