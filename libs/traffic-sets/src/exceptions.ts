import { type AddressSet, cidrCount, complement, isEmptyIn, onlyFamily, subtract, toCidrs } from "./address-set.ts";

/**
 * The CIDRs of a family that a set leaves out, as `toCidrs` writes them, where they are fewer than those it holds and at
 * most `limit`; null otherwise. Empty where it holds the whole family.
 */
export function exceptionsIn(set: AddressSet, family: 4 | 6, limit: number): string[] | null {
  if (isEmptyIn(set, family)) return null;
  // Each range left out adds two edges; one more edge when the set begins the line. Most large sets end here.
  const edges = family === 4 ? set.v4.length : set.v6.length / 4;
  if (edges > 2 * limit + 1) return null;
  const own = onlyFamily(set, family);
  const out = onlyFamily(complement(own), family);
  const count = cidrCount(out);
  return count <= limit && count < cidrCount(own) ? toCidrs(out) : null;
}

/**
 * The CIDRs that a set leaves out of a whole that holds it, as `toCidrs` writes them, where they are fewer than those it
 * holds and at most `limit`; null otherwise. Empty where it is the whole.
 */
export function exceptionsTo(whole: AddressSet, part: AddressSet, limit: number): string[] | null {
  const out = toCidrs(subtract(whole, part), limit + 1);
  return out.length <= limit && toCidrs(part, out.length + 1).length > out.length ? out : null;
}
