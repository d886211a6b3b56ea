import { type AddressSet, cidrCount, complement, isEmptyIn, onlyFamily, subtract, toCidrs } from "./address-set.ts";

/**
 * Returns the CIDRs of the addresses of a family that are not in the set, as `toCidrs` writes them. Returns null if
 * there are more than `limit` such CIDRs, or if the set itself has at most as many CIDRs in this family. An empty list
 * means that the set contains the whole family.
 */
export function exceptionsIn(set: AddressSet, family: 4 | 6, limit: number): string[] | null {
  if (isEmptyIn(set, family)) return null;
  // A set with at most `limit` gaps has at most 2 * limit + 1 edges. Most large sets have more edges, so for them the
  // function returns here without computing the complement.
  const edges = family === 4 ? set.v4.length : set.v6.length / 4;
  if (edges > 2 * limit + 1) return null;
  const own = onlyFamily(set, family);
  const out = onlyFamily(complement(own), family);
  const count = cidrCount(out);
  return count <= limit && count < cidrCount(own) ? toCidrs(out) : null;
}

/**
 * Returns the CIDRs of the addresses that are in `whole` and not in `part`, as `toCidrs` writes them. Returns null if
 * there are more than `limit` such CIDRs, or if `part` itself consists of at most as many CIDRs. An empty list means
 * that `part` contains all of `whole`.
 */
export function exceptionsTo(whole: AddressSet, part: AddressSet, limit: number): string[] | null {
  const out = toCidrs(subtract(whole, part), limit + 1);
  return out.length <= limit && toCidrs(part, out.length + 1).length > out.length ? out : null;
}
