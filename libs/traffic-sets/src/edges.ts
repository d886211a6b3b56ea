/**
 * A set of whole numbers from 0 up to a fixed end, stored as an ascending list of edges. An edge is a number at which
 * membership changes: either the number is in the set and the previous number is not, or the reverse. For example, the
 * set of 3, 4 and 5 has the edges 3 and 6. A number is in the set if an odd number of edges is less than or equal to
 * it.
 *
 * The end of the number line is never stored as an edge. A set that reaches the end therefore has an odd number of
 * edges. Because the end is not stored, the same code works for addresses, ports and protocols, whose number lines have
 * different ends. Every set has exactly one list of edges. A list of edges is never changed after it is created.
 */
export type Edges = Uint32Array;

export const noEdges: Edges = new Uint32Array(0);
export const allEdges: Edges = Uint32Array.of(0);

/**
 * Truth tables of operations on two sets. Each bit says whether the result contains certain numbers:
 * - bit 1: the numbers that are only in the first set
 * - bit 2: the numbers that are only in the second set
 * - bit 3: the numbers that are in both sets
 */
const either = 0b1110;
const firstOnly = 0b0010;

/** A number above every edge. `intersect` uses it as the end of a range that reaches the end of the number line. */
const beyond = 2 ** 32;

/**
 * A buffer that all operations share for their results. An operation copies its result out of the buffer once the size
 * of the result is known. Sharing is safe, because no operation calls another operation that uses the buffer.
 */
let scratch = new Uint32Array(1_024);

/**
 * Returns the set of the numbers from `start` up to but not including `end`. If `end` is at or above `lineEnd`, the set
 * reaches the end of the number line.
 */
export function edgesOfRange(start: number, end: number, lineEnd: number): Edges {
  if (start >= end) return noEdges;
  return end >= lineEnd ? Uint32Array.of(start) : Uint32Array.of(start, end);
}

export function union(a: Edges, b: Edges): Edges {
  if (a.length === 0 || a === b) return b;
  if (b.length === 0) return a;
  if (liesBelow(a, b)) return chained(a, b);
  if (liesBelow(b, a)) return chained(b, a);
  return combine(a, b, either, 0);
}

/** Returns whether everything in `a` lies below everything in `b`. */
function liesBelow(a: Edges, b: Edges): boolean {
  return (a.length & 1) === 0 && (a[a.length - 1] as number) <= (b[0] as number);
}

/** Returns the union of two sets. Every member of `below` must be less than every member of `above`. */
function chained(below: Edges, above: Edges): Edges {
  const met = below[below.length - 1] === above[0] ? 1 : 0;
  const edges = new Uint32Array(below.length + above.length - 2 * met);
  edges.set(below.subarray(0, below.length - met));
  edges.set(above.subarray(met), below.length - met);
  return edges;
}

export function intersect(a: Edges, b: Edges): Edges {
  if (a === b) return a;
  ensureScratch(a.length + b.length);
  let indexA = 0;
  let indexB = 0;
  let count = 0;
  while (indexA < a.length && indexB < b.length) {
    const lowA = a[indexA] as number;
    const lowB = b[indexB] as number;
    const endA = indexA + 1 < a.length ? (a[indexA + 1] as number) : beyond;
    const endB = indexB + 1 < b.length ? (b[indexB + 1] as number) : beyond;
    if (endA <= lowB) indexA = rangeReaching(a, lowB, indexA + 2);
    else if (endB <= lowA) indexB = rangeReaching(b, lowA, indexB + 2);
    else {
      scratch[count++] = Math.max(lowA, lowB);
      const end = Math.min(endA, endB);
      if (end < beyond) scratch[count++] = end;
      if (endA === end) indexA += 2;
      if (endB === end) indexB += 2;
    }
  }
  return count === 0 ? noEdges : scratch.slice(0, count);
}

export function subtract(a: Edges, b: Edges): Edges {
  if (a.length === 0 || a === b) return noEdges;
  if (b.length === 0) return a;
  return combine(a, b, firstOnly, edgesUpTo(b, a[0] as number, 0));
}

export function complement(a: Edges): Edges {
  if (a[0] === 0) return a.slice(1);
  const result = new Uint32Array(a.length + 1);
  result.set(a, 1);
  return result;
}

export function equals(a: Edges, b: Edges): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** Returns whether every member of `inner` is also in `outer`. Allocates nothing. */
export function contains(outer: Edges, inner: Edges): boolean {
  let passed = 0;
  for (let index = 0; index < inner.length; index += 2) {
    passed = edgesUpTo(outer, inner[index] as number, passed);
    if ((passed & 1) === 0) return false;
    if (passed === outer.length) return true;
    if (index + 1 === inner.length || (inner[index + 1] as number) > (outer[passed] as number)) return false;
  }
  return true;
}

/** Returns whether the sets share a member. Allocates nothing. */
export function overlaps(a: Edges, b: Edges): boolean {
  if (a.length > 8 * b.length || b.length > 8 * a.length) return overlapsBySearching(a, b);
  const lastA = a.length - 1;
  const lastB = b.length - 1;
  let indexA = 0;
  let indexB = 0;
  while (indexA < lastA && indexB < lastB) {
    if ((a[indexA + 1] as number) <= (b[indexB] as number)) indexA += 2;
    else if ((b[indexB + 1] as number) <= (a[indexA] as number)) indexB += 2;
    else return true;
  }
  if (indexA === lastA) return lastB >= 0 && reachesPast(b, a[lastA] as number);
  return indexB === lastB && lastA >= 0 && reachesPast(a, b[lastB] as number);
}

export function has(edges: Edges, value: number): boolean {
  return (edgesUpTo(edges, value, 0) & 1) === 1;
}

/**
 * Returns the lowest member of `a` minus the lowest member of `b`, to sort sets by their lowest members. Neither set
 * may be empty.
 */
export function orderByLowest(a: Edges, b: Edges): number {
  return (a[0] as number) - (b[0] as number);
}

/** Returns the number of members of the set. `lineEnd` is the end of its number line. */
export function sizeOf(edges: Edges, lineEnd: number): number {
  let size = 0;
  for (let index = 0; index < edges.length; index += 2)
    size += (edges[index + 1] ?? lineEnd) - (edges[index] as number);
  return size;
}

/**
 * Searches from position `from` on for the first edge above `value` and returns its position. Returns the number of
 * edges if there is no such edge. If the returned position is odd, `value` is in the set.
 */
function edgesUpTo(edges: Edges, value: number, from: number): number {
  let low = from;
  let high = from;
  let step = 1;
  while (high < edges.length && (edges[high] as number) <= value) {
    low = high + 1;
    high += step;
    step += step;
  }
  if (high > edges.length) high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function overlapsBySearching(a: Edges, b: Edges): boolean {
  let passedA = 0;
  let passedB = 0;
  while (passedB < b.length) {
    passedA = edgesUpTo(a, b[passedB] as number, passedA);
    if ((passedA & 1) === 1) return true;
    if (passedA === a.length) return false;
    passedB = edgesUpTo(b, a[passedA] as number, passedB);
    if ((passedB & 1) === 1) return true;
  }
  return false;
}

/** Returns whether the set has a member at or above `value`. The set must not be empty. */
function reachesPast(edges: Edges, value: number): boolean {
  return (edges.length & 1) === 1 || (edges[edges.length - 1] as number) > value;
}

/**
 * Returns the position in `edges` of the beginning of the first range that ends above `value`. The search starts with
 * the range that begins at position `from`. It checks four ranges one by one, and then uses binary search.
 */
function rangeReaching(edges: Edges, value: number, from: number): number {
  const near = Math.min(from + 8, edges.length - 1);
  let index = from;
  while (index < near && (edges[index + 1] as number) <= value) index += 2;
  return index < near || index + 1 >= edges.length ? index : edgesUpTo(edges, value, index) & ~1;
}

function ensureScratch(length: number): void {
  if (scratch.length < length) scratch = new Uint32Array(length * 2);
}

/**
 * Combines two sets in one pass over their edges. `table` is the truth table of the operation. The pass begins with the
 * first edge of `a` and the edge at position `fromB` of `b`. The caller ensures that the result contains no number below
 * the smaller of these two edges.
 */
function combine(a: Edges, b: Edges, table: number, fromB: number): Edges {
  ensureScratch(a.length + b.length);
  let indexA = 0;
  let indexB = fromB;
  let count = 0;
  while (indexA < a.length && indexB < b.length) {
    const edgeA = a[indexA] as number;
    const edgeB = b[indexB] as number;
    if (edgeA <= edgeB) indexA += 1;
    if (edgeB <= edgeA) indexB += 1;
    const inside = (table >>> ((indexA & 1) | ((indexB & 1) << 1))) & 1;
    if (inside !== (count & 1)) scratch[count++] = Math.min(edgeA, edgeB);
  }
  const ofA = indexA < a.length;
  const rest = ofA ? a : b;
  const where = ofA ? (indexB & 1) << 1 : indexA & 1;
  if (((table >>> where) & 1) !== ((table >>> (where | (ofA ? 1 : 2))) & 1)) {
    for (let index = ofA ? indexA : indexB; index < rest.length; index += 1) scratch[count++] = rest[index] as number;
  }
  return count === 0 ? noEdges : scratch.slice(0, count);
}
