import { ascendingOrder } from "./ascending-order.ts";
import { type Edges, noEdges } from "./edges.ts";
import { compare, noWideEdges, type WideEdges } from "./wide-edges.ts";

/** The number of addresses in an IPv4 prefix of each length. */
const ipv4Sizes = Float64Array.from({ length: 33 }, (_, prefix) => 2 ** (32 - prefix));

/**
 * A buffer for results. A result is copied out of the buffer once its size is known. The buffer is used again for the
 * next result, because allocating memory takes longer than computing a result.
 */
let scratch = new Uint32Array(1_024);

/**
 * Returns the union of IPv4 CIDRs as edges. The CIDR with index i begins at the address `lows[i]` and has the prefix
 * length `prefixes[i]`. The CIDRs may be in any order and may occur several times. No address may have host bits.
 */
export function edgesOfIpv4(lows: Uint32Array, prefixes: Uint8Array): Edges {
  if (lows.length === 0) return noEdges;
  const order = ascendingOrder(lows, 1);
  const edges = scratchOf(lows.length * 2);
  let count = 0;
  let reached = -1;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] as number;
    const low = lows[index] as number;
    const end = low + (ipv4Sizes[prefixes[index] as number] as number);
    if (low > reached) {
      if (count > 0) edges[count++] = reached;
      edges[count++] = low;
      reached = end;
    } else if (end > reached) reached = end;
  }
  if (reached < 2 ** 32) edges[count++] = reached;
  return edges.slice(0, count);
}

/** Does the same as `edgesOfIpv4` for IPv6, where every address takes four words. */
export function edgesOfIpv6(lows: Uint32Array, prefixes: Uint8Array): WideEdges {
  if (lows.length === 0) return noWideEdges;
  const order = ascendingOrder(lows, 4);
  const edges = scratchOf(lows.length * 2);
  const end = new Uint32Array(4);
  const reached = new Uint32Array(4);
  let length = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] as number;
    const reachesLineEnd = endOf(lows, index, prefixes[index] as number, end);
    const apart = length > 0 && compare(lows, index, reached, 0) > 0;
    if (apart) length = append(edges, length, reached, 0);
    if (apart || length === 0) length = append(edges, length, lows, index << 2);
    else if (compare(end, 0, reached, 0) <= 0 && !reachesLineEnd) continue;
    if (reachesLineEnd) return edges.slice(0, length);
    append(reached, 0, end, 0);
  }
  return edges.slice(0, append(edges, length, reached, 0));
}

function scratchOf(length: number): Uint32Array {
  if (scratch.length < length) scratch = new Uint32Array(length);
  return scratch;
}

/** Copies four words and returns the length after them. */
function append(to: Uint32Array, length: number, from: Uint32Array, offset: number): number {
  to[length] = from[offset] as number;
  to[length + 1] = from[offset + 1] as number;
  to[length + 2] = from[offset + 2] as number;
  to[length + 3] = from[offset + 3] as number;
  return length + 4;
}

/**
 * Computes the address that follows a CIDR's last address, and writes this address to `end`. Returns true if no address
 * follows, because the CIDR contains the last IPv6 address.
 */
function endOf(lows: Uint32Array, index: number, prefix: number, end: Uint32Array): boolean {
  append(end, 0, lows, index << 2);
  if (prefix === 0) return true;
  let word = (prefix - 1) >>> 5;
  const sum = ((end[word] as number) + (1 << (31 - ((prefix - 1) & 31)))) >>> 0;
  let carries = sum < (end[word] as number) || sum === 0;
  end[word] = sum;
  while (carries && word > 0) {
    word -= 1;
    const next = ((end[word] as number) + 1) >>> 0;
    end[word] = next;
    carries = next === 0;
  }
  return carries;
}
