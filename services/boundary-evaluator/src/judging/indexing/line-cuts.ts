/**
 * Lists of number ranges. Each list contains the edges of its ranges in ascending order. A range has two edges: its
 * first number, and the first number after the range. A range that ends with the highest number has no second edge.
 *
 * `width` is the number of 32-bit words in an edge. For edges with four words, only the upper two words are used. They
 * form one number, which is rounded to 53 bits. Rounding keeps the order of edges, so overlapping ranges still overlap.
 */
export interface RangeLists {
  readonly lists: readonly Uint32Array[];
  readonly width: 1 | 4;
}

/** A number range that is divided into intervals, called leaves. The leaves are numbered from 0 in ascending order. */
export interface LineCuts {
  readonly leafCount: number;
  /**
   * Finds the leaves that the ranges in `edges` touch. Writes each run of consecutive leaves to `spans` as two numbers:
   * the first leaf and the last leaf. The runs are written in ascending order, starting at position `from`. Returns the
   * position after the last run.
   */
  readonly writeSpans: (edges: Uint32Array, spans: Uint32Array, from: number) => number;
}

const mostCuts = 32_767;
const edgesPerCut = 8;
/**
 * The fractional parts of the first n multiples of this number are spread evenly between 0 and 1, for every n.
 * `sampledIn` uses them to choose the edge that is sampled from each portion of edges.
 */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Divides the number range into intervals (leaves). The borders between leaves are a sample of the edges of all lists.
 * No leaf therefore contains many edges.
 */
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
      // The second edge of a range is the first number after the range. An edge with one word is exact, so subtracting
      // 1 gives the last number of the range. An edge with four words is rounded, so the rounded number may still
      // belong to the range. Nothing is subtracted from it. The range may therefore become wider, but never narrower.
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
 * Returns the position of the edge that is sampled from a portion. The edges of all lists are numbered consecutively
 * and divided into portions of `step` edges. One edge of each portion is sampled.
 *
 * The sampled edge has a different place within each portion. If the place were fixed and the lists were similar, the
 * sample might contain only the first edge of each list. All other edges might then be in one leaf.
 */
function sampledIn(portion: number, step: number): number {
  return portion * step + Math.floor(((portion * goldenRatio) % 1) * step);
}

function numberAt(edges: Uint32Array, width: 1 | 4, place: number): number {
  if (width === 1) return edges[place] as number;
  return (edges[place << 2] as number) * 2 ** 32 + (edges[(place << 2) + 1] as number);
}

/**
 * Returns a function that counts the cuts that are less than or equal to a number. To speed up the search, the number
 * range is divided into slots of equal size. A table contains the number of cuts before each slot.
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
