import { scanIpv4, scanIpv6 } from "./address-text.ts";
import { type Cidr, parseCidr } from "./cidr.ts";
import { countIpv4, countIpv6, coverIpv4, coverIpv6, touchedIpv4, touchedIpv6 } from "./cidr-cover.ts";
import * as narrow from "./edges.ts";
import { edgesOfIpv4, edgesOfIpv6 } from "./normalise.ts";
import * as wide from "./wide-edges.ts";

/** IPv4 addresses as edges (edges.ts). */
export type Ipv4Ranges = narrow.Edges;
/** IPv6 addresses as edges of four words each (wide-edges.ts). */
export type Ipv6Ranges = wide.WideEdges;

/**
 * A set of IPv4 and IPv6 addresses. Each set has only one representation, so equal sets have arrays with equal content.
 * The arrays must never be changed.
 */
export interface AddressSet {
  readonly v4: Ipv4Ranges;
  readonly v6: Ipv6Ranges;
}

/** `cidrPages` converts this many ranges to CIDRs at a time. */
const RANGES_AT_ONCE = 2_048;

export const noAddresses: AddressSet = { v4: narrow.noEdges, v6: wide.noWideEdges };
export const allAddresses: AddressSet = { v4: narrow.allEdges, v6: wide.allWideEdges };

/** Returns the union of the CIDRs. They can be in any order, and the same CIDR can occur several times. */
export function addressSetOfCidrs(cidrs: Iterable<Cidr>): AddressSet {
  const found = nothingFound();
  for (const { family, low, prefix } of cidrs) {
    if (family === 4) {
      found.lows4.push(Number(low));
      found.prefixes4.push(prefix);
    } else {
      found.lows6.push(...wide.wordsOf(low));
      found.prefixes6.push(prefix);
    }
  }
  return setOf(found);
}

/**
 * Returns the union of the given addresses and CIDRs. Accepts the same forms as `parseCidr`. At the first invalid text,
 * throws a RangeError whose message describes the problem.
 */
export function addressSetOfTexts(texts: Iterable<string>): AddressSet {
  const found = nothingFound();
  const words = new Uint32Array(4);
  for (const text of texts) {
    const packed = scanIpv4(text);
    if (packed >= 0) {
      const low = Math.floor(packed / 64);
      found.lows4.push(low);
      found.prefixes4.push(packed - low * 64);
      continue;
    }
    const parsed = parseCidr(text);
    if (!parsed.ok) throw new RangeError(parsed.problem);
    found.prefixes6.push(scanIpv6(text, words));
    found.lows6.push(...words);
  }
  return setOf(found);
}

export function union(a: AddressSet, b: AddressSet): AddressSet {
  return { v4: narrow.union(a.v4, b.v4), v6: wide.union(a.v6, b.v6) };
}

export function unionAll(sets: Iterable<AddressSet>): AddressSet {
  let level = [...sets];
  while (level.length > 1) {
    const next: AddressSet[] = [];
    for (let index = 0; index < level.length; index += 2) {
      next.push(union(level[index] ?? noAddresses, level[index + 1] ?? noAddresses));
    }
    level = next;
  }
  return level[0] ?? noAddresses;
}

export function intersect(a: AddressSet, b: AddressSet): AddressSet {
  return { v4: narrow.intersect(a.v4, b.v4), v6: wide.intersect(a.v6, b.v6) };
}

/** Returns the part of `a` that is not in `b`. */
export function subtract(a: AddressSet, b: AddressSet): AddressSet {
  return { v4: narrow.subtract(a.v4, b.v4), v6: wide.subtract(a.v6, b.v6) };
}

/** Returns every IPv4 and IPv6 address that is not in `a`. */
export function complement(a: AddressSet): AddressSet {
  return { v4: narrow.complement(a.v4), v6: wide.complement(a.v6) };
}

/** Returns whether every address of `inner` is in `outer`. */
export function contains(outer: AddressSet, inner: AddressSet): boolean {
  return narrow.contains(outer.v4, inner.v4) && wide.contains(outer.v6, inner.v6);
}

export function equals(a: AddressSet, b: AddressSet): boolean {
  return narrow.equals(a.v4, b.v4) && wide.equals(a.v6, b.v6);
}

export function overlaps(a: AddressSet, b: AddressSet): boolean {
  return narrow.overlaps(a.v4, b.v4) || wide.overlaps(a.v6, b.v6);
}

export function isEmpty(set: AddressSet): boolean {
  return set.v4.length === 0 && set.v6.length === 0;
}

export function isEmptyIn(set: AddressSet, family: 4 | 6): boolean {
  return (family === 4 ? set.v4 : set.v6).length === 0;
}

export function containsAddress(set: AddressSet, family: 4 | 6, value: bigint): boolean {
  return family === 4 ? narrow.has(set.v4, Number(value)) : wide.has(set.v6, wide.wordsOf(value));
}

/** Returns the part of the set in this family. */
export function onlyFamily(set: AddressSet, family: 4 | 6): AddressSet {
  return family === 4 ? { v4: set.v4, v6: wide.noWideEdges } : { v4: narrow.noEdges, v6: set.v6 };
}

export function addressCount(set: AddressSet): bigint {
  let count = BigInt(narrow.sizeOf(set.v4, 2 ** 32));
  const edges = set.v6.length >>> 2;
  for (let index = 0; index < edges; index += 2) {
    const end = index + 1 < edges ? wide.bigintAt(set.v6, index + 1) : 1n << 128n;
    count += end - wide.bigintAt(set.v6, index);
  }
  return count;
}

/**
 * Returns the lowest address that the set contains in the given family. If no family is given, returns the lowest IPv4
 * address, or the lowest IPv6 address if the set contains no IPv4 address.
 */
export function lowestAddress(set: AddressSet, family?: 4 | 6): { family: 4 | 6; value: bigint } | undefined {
  if (family !== 6 && set.v4.length > 0) return { family: 4, value: BigInt(set.v4[0] ?? 0) };
  if (family !== 4 && set.v6.length > 0) return { family: 6, value: wide.bigintAt(set.v6, 0) };
  return undefined;
}

/** Returns the number of texts that `toCidrs` would return. */
export function cidrCount(set: AddressSet): number {
  return countIpv4(set.v4) + countIpv6(set.v6);
}

/**
 * Returns the fewest CIDRs that make up the set, in ascending order, IPv4 first. Each CIDR is in canonical form and has
 * a prefix length. If there are more than `limit` CIDRs, returns only the first `limit`.
 */
export function toCidrs(set: AddressSet, limit: number = Number.POSITIVE_INFINITY): string[] {
  const texts: string[] = [];
  coverIpv4(set.v4, texts, limit);
  coverIpv6(set.v6, texts, limit);
  return texts;
}

/**
 * Yields the CIDRs that `toCidrs` returns, in pages of at most `size` CIDRs. A caller need not keep all CIDRs in
 * memory.
 */
export function* cidrPages(set: AddressSet, size: number): Generator<string[], void, undefined> {
  const page: string[] = [];
  for (let index = 0; index < set.v4.length; index += RANGES_AT_ONCE * 2) {
    coverIpv4(set.v4.subarray(index, index + RANGES_AT_ONCE * 2), page, Number.POSITIVE_INFINITY);
    while (page.length >= size) yield page.splice(0, size);
  }
  for (let index = 0; index < set.v6.length; index += RANGES_AT_ONCE * 8) {
    coverIpv6(set.v6.subarray(index, index + RANGES_AT_ONCE * 8), page, Number.POSITIVE_INFINITY);
    while (page.length >= size) yield page.splice(0, size);
  }
  if (page.length > 0) yield page;
}

/** Returns how many of the CIDRs in `toCidrs(set)` contain an address of `other`. */
export function touchedCidrs(set: AddressSet, other: AddressSet): number {
  return touchedIpv4(set.v4, other.v4) + touchedIpv6(set.v6, other.v6);
}

/**
 * Returns a text that is equal for equal sets and different for different sets. The text of a large set is long, so a
 * caller that stores fingerprints should store their hashes.
 */
export function fingerprint(set: AddressSet): string {
  return `${set.v4.join()};${set.v6.join()}`;
}

interface FoundCidrs {
  readonly lows4: number[];
  readonly prefixes4: number[];
  readonly lows6: number[];
  readonly prefixes6: number[];
}

function nothingFound(): FoundCidrs {
  return { lows4: [], prefixes4: [], lows6: [], prefixes6: [] };
}

function setOf({ lows4, prefixes4, lows6, prefixes6 }: FoundCidrs): AddressSet {
  return {
    v4: ipv4Of(lows4, prefixes4),
    v6: lows6.length === 0 ? wide.noWideEdges : edgesOfIpv6(Uint32Array.from(lows6), Uint8Array.from(prefixes6)),
  };
}

function ipv4Of(lows: readonly number[], prefixes: readonly number[]): Ipv4Ranges {
  const [low, second] = lows;
  if (low === undefined) return narrow.noEdges;
  // A single CIDR needs no sorting. Most objects of rules are a single CIDR.
  if (second === undefined) return narrow.edgesOfRange(low, low + 2 ** (32 - (prefixes[0] ?? 32)), 2 ** 32);
  return edgesOfIpv4(Uint32Array.from(lows), Uint8Array.from(prefixes));
}
