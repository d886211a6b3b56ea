import {
  type AddressRange,
  addressSetOfRanges,
  rangesOf,
  withoutMapped,
} from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, complement, onlyFamily } from "@network-access/traffic-sets/address-set";

/** The place of 0.0.0.0 on the line of IPv6: search engines keep IPv4 in the mapped block. */
const FIRST_IPV4 = 0xffff_0000_0000n;

/**
 * Returns a set of both families as one set of IPv6 addresses. The IPv4 addresses lie in the block ::ffff:0:0/96. The
 * IPv6 addresses of this block are removed first. Ranges that touch at the border of the block merge.
 */
export function onAddressLine(set: AddressSet): AddressSet {
  return addressSetOfRanges(rangesOf(set).flatMap(withoutMapped).map(toLine));
}

/** The maximal ranges of a set on the line, and those of what is not in it. */
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
