/**
 * Lists of ranges of numbers. Each list is stored as the ascending edges of its ranges. A range has two edges: its
 * first number, and the first number after it. If the last range reaches the highest number, it has no second edge.
 * `width` is the number of 32-bit words in an edge. If an edge has four words, only the upper two are used, as one
 * number that is rounded to 53 bits. Rounding keeps the order of edges, so ranges that overlap before the rounding
 * still overlap after it.
 */
export interface RangeLists {
  readonly lists: readonly Uint32Array[];
  readonly width: 1 | 4;
}

/** A line of numbers that is cut into pieces. The pieces are called leaves and are numbered upwards from 0. */
export interface LineCuts {
  readonly leafCount: number;
  /**
   * Writes the numbers of the leaves that the ranges in `edges` touch into `spans`, as ascending pairs of first and
   * last leaf. Pairs that adjoin are merged. Writing starts at position `from` of `spans`. Returns the position after
   * the last pair.
   */
  readonly writeSpans: (edges: Uint32Array, spans: Uint32Array, from: number) => number;
}

const mostCuts = 32_767;
const edgesPerCut = 8;
/** This number is used because the fractional parts of its multiples are spread evenly, for any number of multiples. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** Cuts the line at a sample of the lists' edges, so that no piece (leaf) contains many edges. */
export function cutLine({ lists, width }: RangeLists): LineCuts {
  const edgeCount = lists.reduce((sum, edges) => sum + edges.length / width, 0);
  const step = Math.max(1, edgesPerCut, Math.ceil(edgeCount / mostCuts));
  const sample = new Float64Array(Math.ceil(edgeCount / step));
  let passed = 0;
  let taken = 0;
  for (const edges of lists) {
    const end = passed + edges.length / width;
    for (let place = sampledIn(taken, step); place < end; place = sampledIn(taken, step)) {
      sample[taken] = numberAt(edges, width, place - passed);
      taken += 1;
    }
    passed = end;
  }
  const cuts = withoutRepetition(sample.subarray(0, taken).sort());
  const leafOf = searchCuts(cuts);
  const last = cuts.length;
  const writeSpans: LineCuts["writeSpans"] = (edges, spans, from) => {
    const count = edges.length / width;
    let next = from;
    let reached = -1;
    for (let place = 0; place < count; place += 2) {
      const low = leafOf(numberAt(edges, width, place));
      // The second edge is the first number after the range. If edges have one word, 1 is subtracted. If they have four
      // words, they were rounded, so the rounded number may belong to the range, and nothing is subtracted. At worst,
      // the range becomes wider.
      const isOpen = place + 1 === count;
      const high = isOpen ? last : leafOf(numberAt(edges, width, place + 1) - (width === 1 ? 1 : 0));
      if (high <= reached) continue;
      if (low <= reached + 1 && next > from) spans[next - 1] = high;
      else {
        spans[next] = low;
        spans[next + 1] = high;
        next += 2;
      }
      reached = high;
    }
    return next;
  };
  return { leafCount: cuts.length + 1, writeSpans };
}

/**
 * The edges of all lists are divided into portions of `step` consecutive edges, and one edge of each portion is
 * sampled. Returns the position of that edge. Its place within the portion varies from portion to portion. If the place
 * were always the same, a sample of similar lists might contain only the first edge of each list, and all edges that
 * are not first would be in one leaf.
 */
function sampledIn(portion: number, step: number): number {
  return portion * step + Math.floor(((portion * goldenRatio) % 1) * step);
}

function numberAt(edges: Uint32Array, width: 1 | 4, place: number): number {
  if (width === 1) return edges[place] as number;
  return (edges[place << 2] as number) * 2 ** 32 + (edges[(place << 2) + 1] as number);
}

/**
 * Returns a function that counts the cuts at or below a number. To make it fast, the line is divided into slots of
 * equal size, and a table says for each slot which cuts lie in it.
 */
function searchCuts(cuts: Float64Array): (value: number) => number {
  const slots = cuts.length * 2;
  const low = cuts[0] ?? 0;
  const scale = slots / Math.max((cuts[cuts.length - 1] ?? 0) - low, 1);
  const slotOf = (value: number): number => Math.max(0, Math.min(slots, Math.floor((value - low) * scale)));
  const table = new Uint32Array(slots + 2);
  for (const cut of cuts) {
    const slot = slotOf(cut) + 1;
    table[slot] = (table[slot] as number) + 1;
  }
  for (let slot = 1; slot < table.length; slot += 1)
    table[slot] = (table[slot] as number) + (table[slot - 1] as number);
  return (value) => {
    const slot = slotOf(value);
    let from = table[slot] as number;
    let to = table[slot + 1] as number;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((cuts[middle] as number) <= value) from = middle + 1;
      else to = middle;
    }
    return from;
  };
}

function withoutRepetition(sorted: Float64Array): Float64Array {
  let count = 0;
  for (const value of sorted) {
    if (count > 0 && sorted[count - 1] === value) continue;
    sorted[count] = value;
    count += 1;
  }
  return sorted.slice(0, count);
}
