/**
 * Stores sets of numbers as reduced ordered binary decision diagrams. All numbers have the same count of bits. Each
 * node tests one bit, and all paths test the bits in the same order. No two nodes are equal, so equal sets have the
 * same node number. The result of an operation on two nodes can therefore be reused wherever the two nodes occur.
 *
 * R. E. Bryant, Graph-Based Algorithms for Boolean Function Manipulation, IEEE Transactions on Computers, 1986.
 */

/** A set: the number of its node. */
export type Diagram = number;

export const NOTHING: Diagram = 0;
export const EVERYTHING: Diagram = 1;

/** Thrown if a set would need more nodes than allowed. */
export class DiagramTooLarge extends Error {
  constructor(mostNodes: number) {
    super(`the set needs more than ${mostNodes} nodes`);
    this.name = "DiagramTooLarge";
  }
}

export interface Diagrams {
  intersect(a: Diagram, b: Diagram): Diagram;
  union(a: Diagram, b: Diagram): Diagram;
  /** Returns the part of `a` that is not in `b`. */
  subtract(a: Diagram, b: Diagram): Diagram;
  /**
   * Returns the set of all numbers that meet two conditions:
   * - The `bits` bits at position `bit` form a number (highest bit first) that is in one of the ranges of `edges`.
   * - The later bits are in `below`.
   *
   * `edges` lists, for each range, its first number and the first number after the range.
   */
  where(bit: number, bits: number, edges: Uint32Array, below: Diagram): Diagram;
  /**
   * Splits `set` into divisions. In each member, the `bits` bits at position `bit` form a number. Numbers of `limit`
   * and above are ignored. Two numbers are in the same division if `set` allows the same later bits after both. A
   * number that occurs in no member of `set` is in no division.
   *
   * In a division, `edges` lists the ranges of its numbers, as for `where`, but without the end of a range that reaches
   * `limit`. `below` is the set of the later bits.
   */
  divide(set: Diagram, bit: number, bits: number, limit: number): readonly Division[];
  has(set: Diagram, bitAt: (bit: number) => boolean): boolean;
}

interface Division {
  readonly edges: Uint32Array;
  readonly below: Diagram;
}

const FIRST_CAPACITY = 1 << 16;
const MEMO_SLOTS = 1 << 18;

type Operation = 0 | 1 | 2;
const INTERSECT = 0;
const UNION = 1;
const SUBTRACT = 2;

/**
 * The bit position that is stored for the two nodes that test no bit: the empty set and the set of all numbers. It is
 * greater than every real bit position.
 */
const END = 255;

export function createDiagrams(bits: number, mostNodes: number): Diagrams {
  if (bits >= END) throw new RangeError(`${bits} bits; at most ${END - 1} work`);
  let capacity = FIRST_CAPACITY;
  let asked = new Uint8Array(capacity);
  let low = new Int32Array(capacity);
  let high = new Int32Array(capacity);
  let table = new Int32Array(capacity * 2);
  let count = 2;
  asked[NOTHING] = END;
  asked[EVERYTHING] = END;
  const memoA = new Int32Array(MEMO_SLOTS);
  const memoB = new Int32Array(MEMO_SLOTS).fill(-1);
  const memoResult = new Int32Array(MEMO_SLOTS);

  function slotOf(bit: number, no: Diagram, yes: Diagram): number {
    const mixed = Math.imul(Math.imul(no, 0x9e3779b1) ^ yes, 0x85ebca6b) ^ Math.imul(bit, 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 15)) >>> 0) & (table.length - 1);
  }

  function node(bit: number, no: Diagram, yes: Diagram): Diagram {
    if (no === yes) return no;
    let slot = slotOf(bit, no, yes);
    for (;;) {
      const found = table[slot] as number;
      if (found === 0) break;
      if (low[found] === no && high[found] === yes && asked[found] === bit) return found;
      slot = (slot + 1) & (table.length - 1);
    }
    if (count >= mostNodes) throw new DiagramTooLarge(mostNodes);
    if (count === capacity) {
      grow();
      return node(bit, no, yes);
    }
    asked[count] = bit;
    low[count] = no;
    high[count] = yes;
    table[slot] = count;
    return count++;
  }

  function grow(): void {
    capacity *= 2;
    const nextAsked = new Uint8Array(capacity);
    const nextLow = new Int32Array(capacity);
    const nextHigh = new Int32Array(capacity);
    nextAsked.set(asked);
    nextLow.set(low);
    nextHigh.set(high);
    [asked, low, high] = [nextAsked, nextLow, nextHigh];
    table = new Int32Array(capacity * 2);
    for (let place = 2; place < count; place += 1) {
      let slot = slotOf(asked[place] as number, low[place] as number, high[place] as number);
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
      table[slot] = place;
    }
  }

  function combine(a: Diagram, b: Diagram, operation: Operation): Diagram {
    if (operation === INTERSECT) {
      if (a === b || b === EVERYTHING) return a;
      if (a === NOTHING || b === NOTHING) return NOTHING;
      if (a === EVERYTHING) return b;
    } else if (operation === UNION) {
      if (a === b || b === NOTHING) return a;
      if (a === EVERYTHING || b === EVERYTHING) return EVERYTHING;
      if (a === NOTHING) return b;
    } else {
      if (a === b || a === NOTHING || b === EVERYTHING) return NOTHING;
      if (b === NOTHING) return a;
    }
    // Only SUBTRACT depends on the order of the operands. For the other operations, the operands are sorted, so that
    // both orders use the same cache entry.
    if (operation !== SUBTRACT && a > b) [a, b] = [b, a];
    const tag = a * 4 + operation;
    const slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(operation, 0x27d4eb2f)) >>> 14;
    if (memoB[slot] === b && memoA[slot] === tag) return memoResult[slot] as number;
    const bitA = asked[a] as number;
    const bitB = asked[b] as number;
    const bit = Math.min(bitA, bitB);
    const no = combine(bitA === bit ? (low[a] as number) : a, bitB === bit ? (low[b] as number) : b, operation);
    const yes = combine(bitA === bit ? (high[a] as number) : a, bitB === bit ? (high[b] as number) : b, operation);
    const result = node(bit, no, yes);
    memoA[slot] = tag;
    memoB[slot] = b;
    memoResult[slot] = result;
    return result;
  }

  return {
    intersect: (a, b) => combine(a, b, INTERSECT),
    union: (a, b) => combine(a, b, UNION),
    subtract: (a, b) => combine(a, b, SUBTRACT),

    where(bit, bits, edges, below) {
      /**
       * Builds the diagram for the `2 ** left` numbers that begin at `base`. The first `from` entries of `edges` must
       * be at or below `base`, and the search for the next edge skips these entries.
       */
      function build(left: number, base: number, from: number): Diagram {
        let inside = from;
        while (inside < edges.length && (edges[inside] as number) <= base) inside += 1;
        const next = edges[inside];
        if (next === undefined || next >= base + 2 ** left) return inside % 2 === 1 ? below : NOTHING;
        const half = 2 ** (left - 1);
        return node(bit + bits - left, build(left - 1, base, inside), build(left - 1, base + half, inside));
      }
      return build(bits, 0, 0);
    },

    divide(set, bit, bits, limit) {
      const edgesOf = new Map<Diagram, number[]>();
      let last: Diagram = NOTHING;
      function note(below: Diagram, base: number): void {
        if (below === last) return;
        if (last !== NOTHING) edgesOf.get(last)?.push(base);
        const edges = edgesOf.get(below);
        if (below !== NOTHING) {
          if (edges) edges.push(base);
          else edgesOf.set(below, [base]);
        }
        last = below;
      }
      function visit(at: Diagram, left: number, base: number): void {
        if (base >= limit) return;
        if ((asked[at] as number) >= bit + bits) {
          note(at, base);
          return;
        }
        const isAsked = asked[at] === bit + bits - left;
        visit(isAsked ? (low[at] as number) : at, left - 1, base);
        visit(isAsked ? (high[at] as number) : at, left - 1, base + 2 ** (left - 1));
      }
      visit(set, bits, 0);
      return [...edgesOf].map(([below, edges]) => ({ below, edges: Uint32Array.from(edges) }));
    },

    has(set, bitAt) {
      let at = set;
      while (at > EVERYTHING) at = (bitAt(asked[at] as number) ? high[at] : low[at]) as number;
      return at === EVERYTHING;
    },
  };
}
