import { type AddressSet, cidrCount, complement, isEmptyIn, onlyFamily, subtract, toCidrs } from "./address-set.ts";

/**
 * Returns the CIDRs that a set leaves out of an address family, as `toCidrs` writes them. Returns null if there are
 * more than `limit` such CIDRs. Also returns null if the set leaves out at least as many CIDRs of this family as it
 * contains. The result is empty if the set contains the whole family.
 */
export function exceptionsIn(set: AddressSet, family: 4 | 6, limit: number): string[] | null {
  if (isEmptyIn(set, family)) return null;
  // A set that leaves out at most `limit` ranges has at most 2 * limit + 1 edges. Most large sets have more edges, so
  // for them the function returns here.
  const edges = family === 4 ? set.v4.length : set.v6.length / 4;
  if (edges > 2 * limit + 1) return null;
  const own = onlyFamily(set, family);
  const out = onlyFamily(complement(own), family);
  const count = cidrCount(out);
  return count <= limit && count < cidrCount(own) ? toCidrs(out) : null;
}

/**
 * Returns the CIDRs that `part` leaves out of `whole`, as `toCidrs` writes them. Returns null if there are more than
 * `limit` such CIDRs, or if the list of the CIDRs in `part` is equally short or shorter. The result is empty if `part`
 * is the same as `whole`.
 */
export function exceptionsTo(whole: AddressSet, part: AddressSet, limit: number): string[] | null {
  const out = toCidrs(subtract(whole, part), limit + 1);
  return out.length <= limit && toCidrs(part, out.length + 1).length > out.length ? out : null;
}
