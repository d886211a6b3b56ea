import { formatIpv4, formatIpv6 } from "./address-text.ts";
import type { Edges } from "./edges.ts";
import { bigintAt, type WideEdges, wordsOf } from "./wide-edges.ts";

const ipv4End = 2 ** 32;
const ipv6End = 1n << 128n;

/**
 * Splits the set into the fewest possible CIDRs and appends them to `texts` in ascending order. Stops when `texts` has
 * `limit` entries.
 */
export function coverIpv4(edges: Edges, texts: string[], limit: number): void {
  for (let index = 0; index < edges.length; index += 2) {
    const end = edges[index + 1] ?? ipv4End;
    let low = edges[index] as number;
    while (low < end) {
      if (texts.length >= limit) return;
      let size = low === 0 ? ipv4End : (low & -low) >>> 0;
      while (size > end - low) size /= 2;
      texts.push(`${formatIpv4(low)}/${Math.clz32(size - 1)}`);
      low += size;
    }
  }
}

/**
 * Splits the set `edges` into the fewest possible CIDRs. Returns how many of these CIDRs contain at least one address
 * of the set `other`.
 */
export function touchedIpv4(edges: Edges, other: Edges): number {
  let touched = 0;
  let near = 0;
  for (let index = 0; index < edges.length; index += 2) {
    const end = edges[index + 1] ?? ipv4End;
    let low = edges[index] as number;
    while (low < end) {
      while (near < other.length && (other[near + 1] ?? ipv4End) <= low) near += 2;
      if (near >= other.length) return touched;
      let size = low === 0 ? ipv4End : (low & -low) >>> 0;
      while (size > end - low) size /= 2;
      if ((other[near] as number) < low + size) touched += 1;
      low += size;
    }
  }
  return touched;
}

/**
 * Splits the set `edges` into the fewest possible CIDRs. Returns how many of these CIDRs contain at least one address
 * of the set `other`.
 */
export function touchedIpv6(edges: WideEdges, other: WideEdges): number {
  const edgeAt = (list: WideEdges, index: number) => (index < list.length >>> 2 ? bigintAt(list, index) : ipv6End);
  let touched = 0;
  let near = 0;
  for (let index = 0; index < edges.length >>> 2; index += 2) {
    const end = edgeAt(edges, index + 1);
    let low = edgeAt(edges, index);
    while (low < end) {
      while (near < other.length >>> 2 && edgeAt(other, near + 1) <= low) near += 2;
      if (near >= other.length >>> 2) return touched;
      const next = low + blockSize(low, end);
      if (edgeAt(other, near) < next) touched += 1;
      low = next;
    }
  }
  return touched;
}

/**
 * Splits the set into the fewest possible CIDRs and appends them to `texts` in ascending order. Stops when `texts` has
 * `limit` entries.
 */
export function coverIpv6(edges: WideEdges, texts: string[], limit: number): void {
  const count = edges.length >>> 2;
  for (let index = 0; index < count && texts.length < limit; index += 2) {
    const words = edges.subarray(index << 2, (index + 1) << 2);
    if (isOneHost(edges, index, count)) texts.push(`${formatIpv6(words)}/128`);
    else coverRange(bigintAt(edges, index), index + 1 < count ? bigintAt(edges, index + 1) : ipv6End, texts, limit);
  }
}

/**
 * Reports whether the range at `index` is one address, without slow bigint arithmetic. Most ranges are one address.
 * Returns false for an address whose last 32 bits are all set. For such an address, the caller uses the slow
 * computation, which gives the same CIDR.
 */
function isOneHost(edges: WideEdges, index: number, count: number): boolean {
  if (index + 1 === count) return false;
  const low = index << 2;
  for (let word = 0; word < 3; word += 1) if (edges[low + word] !== edges[low + 4 + word]) return false;
  return (edges[low + 7] as number) - (edges[low + 3] as number) === 1;
}

function coverRange(from: bigint, end: bigint, texts: string[], limit: number): void {
  let low = from;
  while (low < end && texts.length < limit) {
    const size = blockSize(low, end);
    texts.push(`${formatIpv6(wordsOf(low))}/${129 - bitLength(size)}`);
    low += size;
  }
}

/** Returns the size of the largest CIDR that begins at `low` and contains no address at or above `end`. */
function blockSize(low: bigint, end: bigint): bigint {
  const free = low === 0n ? 128 : trailingZeros(low);
  return 1n << BigInt(Math.min(free, bitLength(end - low) - 1));
}

/** Returns the smallest number of CIDRs that make up the set. */
export function countIpv4(edges: Edges): number {
  let total = 0;
  for (let index = 0; index < edges.length; index += 2) {
    const low = edges[index] as number;
    const end = edges[index + 1] ?? ipv4End;
    const highest = end === ipv4End ? 32 : 31 - Math.clz32((low ^ end) >>> 0);
    const size = 2 ** highest;
    const passed = low % size;
    total += (passed === 0 ? 1 : onesInWord(size - passed)) + onesInWord(end % size);
  }
  return total;
}

/** Returns the smallest number of CIDRs that make up the set. */
export function countIpv6(edges: WideEdges): number {
  const count = edges.length >>> 2;
  let total = 0;
  for (let index = 0; index < count; index += 2) {
    total += isOneHost(edges, index, count)
      ? 1
      : countOfRange(bigintAt(edges, index), index + 1 < count ? bigintAt(edges, index + 1) : ipv6End);
  }
  return total;
}

/**
 * Returns how many CIDRs are needed to describe exactly the range from `low` up to but not including `end`.
 *
 * The range is split at one number: `end` with all bits below bit `bits` cleared, where `bits` is the highest bit in
 * which `low` and `end` differ. Each of the two parts needs as many CIDRs as the binary form of its length has ones.
 */
function countOfRange(low: bigint, end: bigint): number {
  const bits = BigInt(bitLength(low ^ end) - 1);
  const mask = (1n << bits) - 1n;
  const upwards = (low & mask) === 0n ? 1 : onesIn((1n << bits) - (low & mask));
  return upwards + onesIn(end & mask);
}

function onesIn(value: bigint): number {
  let ones = 0;
  for (let rest = value; rest > 0n; rest >>= 32n) ones += onesInWord(Number(rest & 0xffffffffn));
  return ones;
}

function onesInWord(value: number): number {
  let ones = 0;
  for (let word = value | 0; word !== 0; word &= word - 1) ones += 1;
  return ones;
}

/** Returns the number of binary digits of `value`, which must be greater than 0. */
function bitLength(value: bigint): number {
  return value.toString(2).length;
}

function trailingZeros(value: bigint): number {
  return bitLength(value & -value) - 1;
}
