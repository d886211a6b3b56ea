import {
  type AddressSet,
  addressCount,
  cidrCount,
  contains,
  onlyFamily,
  subtract,
  touchedCidrs,
} from "@network-access/traffic-sets/address-set";

/** Groups, and families of addresses, up to this many entries may change as they like. */
const SMALL = 100;

/** Prefixes of the widest networks that are usual. */
const USUAL_PREFIX = { 4: 16, 6: 48 } as const;

/** How many bits an address or CIDR in canonical form is wider than /16, or /48 in IPv6; below 0 where it is not. */
export function bitsBeyondUsual(cidr: string): number {
  const slash = cidr.indexOf("/");
  const isIpv6 = cidr.includes(":");
  const prefix = slash < 0 ? (isIpv6 ? 128 : 32) : Number(cidr.slice(slash + 1));
  return USUAL_PREFIX[isIpv6 ? 6 : 4] - prefix;
}

/** Whether a member is wider than /16 or /48. */
export function isWide(cidr: string): boolean {
  return bitsBeyondUsual(cidr) > 0;
}

/**
 * Whether a change of members waits for a person: it would more than double, or remove more than half of, a group of over
 * 100 entries, or bring a wide member. `wide` is the union of the wide members there would be.
 *
 * Entries are the fewest CIDRs of the group; one is removed when it is not wholly there any more, so entries that merge
 * are not. Addresses are weighed together, and by themselves in a family that has over 100 entries.
 */
export function isMassChange(before: AddressSet, after: AddressSet, wide: AddressSet): boolean {
  if (!contains(before, wide)) return true;
  const entries = cidrCount(before);
  if (entries <= SMALL) return false;
  const removed = subtract(before, after);
  if (cidrCount(after) > 2 * entries || moreThanHalfTouched(before, removed, entries)) return true;
  if (isUneven(before, after, removed)) return true;
  return ([4, 6] as const).some((family) => {
    const own = onlyFamily(before, family);
    return cidrCount(own) > SMALL && isUneven(own, onlyFamily(after, family), onlyFamily(removed, family));
  });
}

function moreThanHalfTouched(before: AddressSet, removed: AddressSet, entries: number): boolean {
  // Every CIDR that goes lies in one entry, so few of them touch few entries.
  return 2 * cidrCount(removed) > entries && 2 * touchedCidrs(before, removed) > entries;
}

/** By addresses: more than twice as many, or more than half of them gone. */
function isUneven(before: AddressSet, after: AddressSet, removed: AddressSet): boolean {
  const count = addressCount(before);
  return addressCount(after) > 2n * count || 2n * addressCount(removed) > count;
}
