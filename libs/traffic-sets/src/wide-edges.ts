/**
 * A set of numbers below 2^128, stored as a list of edges as in edges.ts. Each edge takes four 32-bit words, the most
 * significant first. A list of edges is never changed after it is created.
 */
export type WideEdges = Uint32Array;

export const noWideEdges: WideEdges = new Uint32Array(0);
export const allWideEdges: WideEdges = new Uint32Array(4);

const either = 0b1110;
const both = 0b1000;
const firstOnly = 0b0010;

export function union(a: WideEdges, b: WideEdges): WideEdges {
  if (a.length === 0 || a === b) return b;
  if (b.length === 0) return a;
  if (liesBelow(a, b)) return chained(a, b);
  if (liesBelow(b, a)) return chained(b, a);
  return combine(a, b, either, 0, 0);
}

/** Returns whether everything in `a` lies below everything in `b`. */
function liesBelow(a: WideEdges, b: WideEdges): boolean {
  const count = a.length >>> 2;
  return (count & 1) === 0 && compare(a, count - 1, b, 0) <= 0;
}

/** Returns the union of two sets. Every member of `below` must be less than every member of `above`. */
function chained(below: WideEdges, above: WideEdges): WideEdges {
  const met = compare(below, (below.length >>> 2) - 1, above, 0) === 0 ? 4 : 0;
  const edges = new Uint32Array(below.length + above.length - 2 * met);
  edges.set(below.subarray(0, below.length - met));
  edges.set(above.subarray(met), below.length - met);
  return edges;
}

export function intersect(a: WideEdges, b: WideEdges): WideEdges {
  if (a.length === 0 || b.length === 0) return noWideEdges;
  if (a === b) return a;
  const order = compare(a, 0, b, 0);
  if (order === 0) return combine(a, b, both, 0, 0);
  return order < 0 ? combine(a, b, both, edgesUpTo(a, b, 0, 0), 0) : combine(a, b, both, 0, edgesUpTo(b, a, 0, 0));
}

export function subtract(a: WideEdges, b: WideEdges): WideEdges {
  if (a.length === 0 || a === b) return noWideEdges;
  if (b.length === 0) return a;
  return combine(a, b, firstOnly, 0, edgesUpTo(b, a, 0, 0));
}

export function complement(a: WideEdges): WideEdges {
  if (a.length > 0 && compare(a, 0, allWideEdges, 0) === 0) return a.slice(4);
  const result = new Uint32Array(a.length + 4);
  result.set(a, 4);
  return result;
}

export function equals(a: WideEdges, b: WideEdges): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** Returns whether every member of `inner` is also in `outer`. Allocates nothing. */
export function contains(outer: WideEdges, inner: WideEdges): boolean {
  const innerCount = inner.length >>> 2;
  const outerCount = outer.length >>> 2;
  let passed = 0;
  for (let index = 0; index < innerCount; index += 2) {
    passed = edgesUpTo(outer, inner, index, passed);
    if ((passed & 1) === 0) return false;
    if (passed === outerCount) return true;
    if (index + 1 === innerCount || compare(inner, index + 1, outer, passed) > 0) return false;
  }
  return true;
}

/** Returns whether the sets share a member. Allocates nothing. */
export function overlaps(a: WideEdges, b: WideEdges): boolean {
  const countA = a.length >>> 2;
  const countB = b.length >>> 2;
  let passedA = 0;
  let passedB = 0;
  while (passedB < countB) {
    passedA = edgesUpTo(a, b, passedB, passedA);
    if ((passedA & 1) === 1) return true;
    if (passedA === countA) return false;
    passedB = edgesUpTo(b, a, passedA, passedB);
    if ((passedB & 1) === 1) return true;
  }
  return false;
}

/** Returns whether the number in the four words of `value` is a member. */
export function has(edges: WideEdges, value: Uint32Array): boolean {
  return (edgesUpTo(edges, value, 0, 0) & 1) === 1;
}

/**
 * Compares the lowest members of two sets. Returns -1 if that of `a` is lower, 1 if it is higher, and 0 if both are
 * equal. Neither set may be empty.
 */
export function orderByLowest(a: WideEdges, b: WideEdges): number {
  return compare(a, 0, b, 0);
}

/**
 * Compares the edge at position `indexA` of `a` with the edge at position `indexB` of `b`. Returns -1 if the first edge
 * is lower, 1 if it is higher, and 0 if both are equal.
 */
export function compare(a: WideEdges, indexA: number, b: WideEdges, indexB: number): number {
  const offsetA = indexA << 2;
  const offsetB = indexB << 2;
  for (let word = 0; word < 4; word += 1) {
    const wordA = a[offsetA + word] as number;
    const wordB = b[offsetB + word] as number;
    if (wordA !== wordB) return wordA < wordB ? -1 : 1;
  }
  return 0;
}

/** Returns the number at position `index`. */
export function bigintAt(edges: WideEdges, index: number): bigint {
  const offset = index << 2;
  const [a, b, c, d] = edges.subarray(offset, offset + 4);
  return (BigInt(a ?? 0) << 96n) | (BigInt(b ?? 0) << 64n) | (BigInt(c ?? 0) << 32n) | BigInt(d ?? 0);
}

/** Returns the four words of a number below 2^128. */
export function wordsOf(value: bigint): Uint32Array {
  return Uint32Array.of(
    Number(value >> 96n),
    Number((value >> 64n) & 0xffffffffn),
    Number((value >> 32n) & 0xffffffffn),
    Number(value & 0xffffffffn),
  );
}

/**
 * Compares edges of `edges` with one number, the edge of `value` at position `at`. Returns the position of the first
 * edge that is greater than this number, at or after position `from`. Returns the number of edges in `edges` if there
 * is no such edge.
 */
function edgesUpTo(edges: WideEdges, value: WideEdges, at: number, from: number): number {
  const count = edges.length >>> 2;
  let low = from;
  let high = from;
  let step = 1;
  while (high < count && compare(edges, high, value, at) <= 0) {
    low = high + 1;
    high += step;
    step += step;
  }
  if (high > count) high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(edges, middle, value, at) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Combines two sets in one pass over their edges. `table` is the truth table of the operation. The pass begins at
 * position `fromA` in `a` and at position `fromB` in `b`. The caller ensures that the result has no member below the
 * smaller of the two edges at these positions.
 */
function combine(a: WideEdges, b: WideEdges, table: number, fromA: number, fromB: number): WideEdges {
  const countA = a.length >>> 2;
  const countB = b.length >>> 2;
  const result = new Uint32Array((countA - fromA + countB - fromB) << 2);
  let indexA = fromA;
  let indexB = fromB;
  let count = 0;
  while (indexA < countA && indexB < countB) {
    const order = compare(a, indexA, b, indexB);
    const source = order <= 0 ? a : b;
    const offset = (order <= 0 ? indexA : indexB) << 2;
    if (order <= 0) indexA += 1;
    if (order >= 0) indexB += 1;
    const inside = (table >>> ((indexA & 1) | ((indexB & 1) << 1))) & 1;
    if (inside !== (count & 1)) {
      for (let word = 0; word < 4; word += 1) result[(count << 2) + word] = source[offset + word] as number;
      count += 1;
    }
  }
  const inA = indexA < countA;
  const rest = inA ? a.subarray(indexA << 2) : b.subarray(indexB << 2);
  const where = inA ? (indexB & 1) << 1 : indexA & 1;
  const follows = ((table >>> where) & 1) !== ((table >>> (where | (inA ? 1 : 2))) & 1);
  if (follows) {
    result.set(rest, count << 2);
    count += rest.length >>> 2;
  }
  if (count === 0) return noWideEdges;
  return count << 2 === result.length ? result : result.slice(0, count << 2);
}
