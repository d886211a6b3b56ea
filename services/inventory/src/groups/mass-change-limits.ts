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
 * A group with at most this many entries (CIDRs) has no limits on the size of a change. In a larger group, each address
 * family also has limits of its own if it has more than this many entries.
 */
const SMALL = 100;

/** The length of the shortest prefix that is usual in each address family. A network with a shorter prefix is wide. */
const USUAL_PREFIX = { 4: 16, 6: 48 } as const;

/**
 * Returns by how many bits the prefix of a canonical address or CIDR is shorter than /16 in IPv4, or than /48 in IPv6.
 * The number is negative if the prefix is longer.
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
 * Reports whether a change of members needs approval.
 *
 * `wide` is the union of all new members that are wider than /16 in IPv4 or /48 in IPv6. A change needs approval if
 * `before` does not contain all of `wide`.
 *
 * The entries of a group are the fewest CIDRs that make up its addresses. A group with at most 100 entries has no
 * further limits. In a larger group, a change needs approval in these cases:
 * - It more than doubles the number of entries, or removes addresses from more than half of the entries.
 * - It more than doubles the number of addresses, or removes more than half of the addresses.
 * - Within one address family that has more than 100 entries, it more than doubles the number of addresses, or removes
 *   more than half of them.
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
  // Each removed CIDR lies in exactly one entry, so the number of affected entries is at most the number of removed
  // CIDRs. The affected entries are counted only if more CIDRs are removed than half of `entries`.
  return 2 * cidrCount(removed) > entries && 2 * touchedCidrs(before, removed) > entries;
}

/** Reports whether a change more than doubles the number of addresses or removes more than half of them. */
function isUneven(before: AddressSet, after: AddressSet, removed: AddressSet): boolean {
  const count = addressCount(before);
  return addressCount(after) > 2n * count || 2n * addressCount(removed) > count;
}
