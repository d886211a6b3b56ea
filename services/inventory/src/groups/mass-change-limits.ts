import {
  type AddressSet,
  addressCount,
  cidrCount,
  contains,
  onlyFamily,
  subtract,
  touchedCidrs,
} from "@network-access/traffic-sets/address-set";

/**
 * If a group has at most this many entries, the size of a change is not limited. If an address family of a group has at
 * most this many entries, the size of a change within this family is not limited.
 */
const SMALL = 100;

/** The prefix length of the widest usual network in each address family. */
const USUAL_PREFIX = { 4: 16, 6: 48 } as const;

/**
 * Returns the number of bits by which a canonical address or CIDR is wider than /16 in IPv4, or than /48 in IPv6. If
 * the address or CIDR is narrower, the number is negative.
 */
export function bitsBeyondUsual(cidr: string): number {
  const slash = cidr.indexOf("/");
  const isIpv6 = cidr.includes(":");
  const prefix = slash < 0 ? (isIpv6 ? 128 : 32) : Number(cidr.slice(slash + 1));
  return USUAL_PREFIX[isIpv6 ? 6 : 4] - prefix;
}

/** Returns whether a member is wider than /16 in IPv4, or than /48 in IPv6. */
export function isWide(cidr: string): boolean {
  return bitsBeyondUsual(cidr) > 0;
}

/**
 * Returns whether a change of members needs approval. A change of a group with over 100 entries needs approval if it
 * would more than double the group or remove more than half of it. A change that adds a wide member (wider than /16 in
 * IPv4 or /48 in IPv6) always needs approval. `wide` is the union of the wide members after the change.
 *
 * The entries are the fewest CIDRs that make up the group. An entry counts as removed if the group no longer contains
 * all of it. So an entry that was merged into a wider entry does not count. The same limits apply to the number of
 * addresses, in total and in each family that has over 100 entries.
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
  // Every removed CIDR lies in one entry. So if few CIDRs are removed, few entries are affected and need not be
  // counted.
  return 2 * cidrCount(removed) > entries && 2 * touchedCidrs(before, removed) > entries;
}

/**
 * Returns whether the number of addresses would more than double, or more than half of the addresses would be removed.
 */
function isUneven(before: AddressSet, after: AddressSet, removed: AddressSet): boolean {
  const count = addressCount(before);
  return addressCount(after) > 2n * count || 2n * addressCount(removed) > count;
}
