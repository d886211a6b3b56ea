import { type Edges, noEdges } from "./edges.ts";
import { compare, noWideEdges, type WideEdges } from "./wide-edges.ts";

/**
 * One IPv4 CIDR as one number, `low * 64 + prefix`: numbers of this form sort as their addresses do.
 * `low` must have no bits beyond the prefix.
 */
export function packIpv4(low: number, prefix: number): number {
  return low * 64 + prefix;
}

/** The canonical edges of packed IPv4 CIDRs in any order, with any repetition. Sorts `packed` in place. */
export function edgesOfPackedIpv4(packed: Float64Array): Edges {
  if (packed.length === 0) return noEdges;
  packed.sort();
  const edges = new Uint32Array(packed.length * 2);
  let count = 0;
  let reached = -1;
  for (let index = 0; index < packed.length; index += 1) {
    const key = packed[index] as number;
    const low = Math.floor(key / 64);
    const end = low + 2 ** (32 - (key - low * 64));
    if (low > reached) {
      if (count > 0) edges[count++] = reached;
      edges[count++] = low;
      reached = end;
    } else if (end > reached) reached = end;
  }
  if (reached < 2 ** 32) edges[count++] = reached;
  return edges.slice(0, count);
}

/**
 * The canonical edges of IPv6 CIDRs in any order, with any repetition: `lows` holds four words for each, `prefixes` one
 * number. No low may have bits beyond its prefix.
 */
export function edgesOfIpv6(lows: Uint32Array, prefixes: Uint8Array): WideEdges {
  const count = prefixes.length;
  if (count === 0) return noWideEdges;
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) order[index] = index;
  order.sort((a, b) => compare(lows, a, lows, b));
  const edges = new Uint32Array(count * 8);
  const reached = new Uint32Array(4);
  const end = new Uint32Array(4);
  let written = 0;
  for (let place = 0; place < count; place += 1) {
    const index = order[place] as number;
    const passesEnd = endOf(lows, index, prefixes[index] as number, end);
    const apart = written > 0 && compare(lows, index, reached, 0) > 0;
    if (apart) {
      edges.set(reached, written << 2);
      written += 1;
    }
    if (apart || written === 0) {
      edges.set(lows.subarray(index << 2, (index + 1) << 2), written << 2);
      written += 1;
      reached.set(end);
    } else if (compare(end, 0, reached, 0) > 0) reached.set(end);
    if (passesEnd) return edges.slice(0, written << 2);
  }
  edges.set(reached, written << 2);
  return edges.slice(0, (written + 1) << 2);
}

/** Writes the address after the last one of a CIDR to `end`; true when there is none. */
function endOf(lows: Uint32Array, index: number, prefix: number, end: Uint32Array): boolean {
  const offset = index << 2;
  for (let word = 0; word < 4; word += 1) end[word] = lows[offset + word] as number;
  if (prefix === 0) return true;
  const last = (prefix - 1) >>> 5;
  let carry = 2 ** (31 - ((prefix - 1) & 31));
  for (let word = last; word >= 0 && carry > 0; word -= 1) {
    const sum = (end[word] as number) + carry;
    end[word] = sum;
    carry = sum >= 2 ** 32 ? 1 : 0;
  }
  return carry > 0;
}
