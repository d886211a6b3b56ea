import {
  type AddressRange,
  addressSetOfRanges,
  rangesOf,
  withoutMapped,
} from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, complement, onlyFamily } from "@network-access/traffic-sets/address-set";

/**
 * The position of 0.0.0.0 on the number line of IPv6 addresses. Search engines store IPv4 addresses in the IPv4-mapped
 * block.
 */
const FIRST_IPV4 = 0xffff_0000_0000n;

/**
 * Returns a set of IPv4 and IPv6 addresses as a set of IPv6 addresses only. The IPv6 addresses of the IPv4-mapped block
 * ::ffff:0:0/96 are removed, and the IPv4 addresses take their places. An IPv4 range and an IPv6 range that touch at
 * the border of the block become one range.
 */
export function onAddressLine(set: AddressSet): AddressSet {
  return addressSetOfRanges(rangesOf(set).flatMap(withoutMapped).map(toLine));
}

/**
 * `lineRanges` returns the ranges of a set on the number line of IPv6 addresses. `lineGaps` returns the ranges of that
 * line that are outside the set. Ranges that touch are merged.
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
