import { formatIpv4, formatIpv6 } from "./address-text.ts";
import type { Edges } from "./edges.ts";
import { bigintAt, type WideEdges, wordsOf } from "./wide-edges.ts";

const ipv4End = 2 ** 32;
const ipv6End = 1n << 128n;

/** Appends the fewest CIDRs that make up the set, ascending, until `texts` holds `limit`. */
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

/** Appends the fewest CIDRs that make up the set, ascending, until `texts` holds `limit`. */
export function coverIpv6(edges: WideEdges, texts: string[], limit: number): void {
  const count = edges.length >>> 2;
  for (let index = 0; index < count; index += 2) {
    const end = index + 1 < count ? bigintAt(edges, index + 1) : ipv6End;
    let low = bigintAt(edges, index);
    while (low < end) {
      if (texts.length >= limit) return;
      const free = low === 0n ? 128 : trailingZeros(low);
      const bits = Math.min(free, bitLength(end - low) - 1);
      texts.push(`${formatIpv6(wordsOf(low))}/${128 - bits}`);
      low += 1n << BigInt(bits);
    }
  }
}

/** How many CIDRs the cover takes. */
export function countIpv4(edges: Edges): number {
  let total = 0;
  for (let index = 0; index < edges.length; index += 2) {
    total += countOfRange(BigInt(edges[index] as number), BigInt(edges[index + 1] ?? ipv4End));
  }
  return total;
}

/** How many CIDRs the cover takes. */
export function countIpv6(edges: WideEdges): number {
  const count = edges.length >>> 2;
  let total = 0;
  for (let index = 0; index < count; index += 2) {
    total += countOfRange(bigintAt(edges, index), index + 1 < count ? bigintAt(edges, index + 1) : ipv6End);
  }
  return total;
}

/** Below the highest bit in which both ends differ, the way up to it and the way on from it each take one CIDR for every one bit. */
function countOfRange(low: bigint, end: bigint): number {
  const bits = BigInt(bitLength(low ^ end) - 1);
  const mask = (1n << bits) - 1n;
  const upwards = (low & mask) === 0n ? 1 : onesIn((1n << bits) - (low & mask));
  return upwards + onesIn(end & mask);
}

function onesIn(value: bigint): number {
  let ones = 0;
  for (let rest = value; rest > 0n; rest >>= 32n) {
    for (let word = Number(rest & 0xffffffffn) | 0; word !== 0; word &= word - 1) ones += 1;
  }
  return ones;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function trailingZeros(value: bigint): number {
  return bitLength(value & -value) - 1;
}
