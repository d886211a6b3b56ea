import { type AddressSet, cidrCount, complement, isEmptyIn, onlyFamily, subtract, toCidrs } from "./address-set.ts";

/**
 * Returns the CIDRs of all addresses of a family that are not in the set, in the form of `toCidrs`. Returns an empty
 * list if the set contains the whole family. Returns null if there are more than `limit` of these CIDRs, or not fewer
 * than the set's own CIDRs in this family.
 */
export function exceptionsIn(set: AddressSet, family: 4 | 6, limit: number): string[] | null {
  if (isEmptyIn(set, family)) return null;
  // If the complement has at most `limit` CIDRs, then the set has at most `limit` gaps and at most 2 * limit + 1 edges.
  // Most large sets have more edges. For such sets the function returns here, without computing the complement.
  const edges = family === 4 ? set.v4.length : set.v6.length / 4;
  if (edges > 2 * limit + 1) return null;
  const own = onlyFamily(set, family);
  const out = onlyFamily(complement(own), family);
  const count = cidrCount(out);
  return count <= limit && count < cidrCount(own) ? toCidrs(out) : null;
}

/**
 * Returns the CIDRs of all addresses of `whole` that are not in `part`, in the form of `toCidrs`. Returns an empty list
 * if `part` contains all of `whole`. Returns null if this list would have more than `limit` CIDRs, or at least as many
 * CIDRs as `part`.
 */
export function exceptionsTo(whole: AddressSet, part: AddressSet, limit: number): string[] | null {
  const out = toCidrs(subtract(whole, part), limit + 1);
  return out.length <= limit && toCidrs(part, out.length + 1).length > out.length ? out : null;
}
