import { addBits, type BitSet, emptyBits, setBit } from "./bit-set.ts";

/** Ranges on one line of numbers: `[first, last, first, last, ...]`, both included, ascending and apart. */
export type Ranges = Float64Array;

/**
 * Finds which of many range lists come near a given one. The line is cut into leaves where the lists have their ends, so
 * that a leaf holds few of them wherever they crowd; leaves are bundled into groups. A range that fills a whole group is
 * one bit of the group, not an entry in each leaf.
 */
export interface RangeIndex {
  /** Adds every list that may share a number with `ranges`; none that does is left out. */
  readonly addNear: (near: BitSet, ranges: Ranges) => void;
}

const leavesPerGroup = 64;
const mostLeaves = 65_536;
const entriesPerLeaf = 8;

export function buildRangeIndex(lists: readonly Ranges[]): RangeIndex {
  const words = (lists.length + 31) >>> 5;
  const cuts = cutLine(lists);
  const leaves = cuts.count;
  const groups = Math.ceil(leaves / leavesPerGroup);
  const touching = new Uint32Array(groups * words);
  const filling = new Uint32Array(groups * words);
  const starts = new Uint32Array(leaves + 1);

  const place = (visit: (leaf: number, position: number) => void, mark: boolean): void => {
    lists.forEach((ranges, position) => {
      for (let index = 0; index < ranges.length; index += 2) {
        const first = cuts.leafOf(ranges[index] as number);
        const last = cuts.leafOf(ranges[index + 1] as number);
        for (let group = Math.floor(first / leavesPerGroup); group * leavesPerGroup <= last; group += 1) {
          const from = group * leavesPerGroup;
          const to = Math.min(from + leavesPerGroup, leaves) - 1;
          if (mark) markBit(touching, group * words, position);
          if (first <= from && last >= to) {
            if (mark) markBit(filling, group * words, position);
          } else for (let leaf = Math.max(first, from); leaf <= Math.min(last, to); leaf += 1) visit(leaf, position);
        }
      }
    });
  };
  place((leaf) => {
    starts[leaf + 1] = (starts[leaf + 1] as number) + 1;
  }, true);
  for (let leaf = 0; leaf < leaves; leaf += 1)
    starts[leaf + 1] = (starts[leaf + 1] as number) + (starts[leaf] as number);
  const entries = new Uint32Array(starts[leaves] as number);
  const next = starts.slice();
  place((leaf, position) => {
    entries[next[leaf] as number] = position;
    next[leaf] = (next[leaf] as number) + 1;
  }, false);
  const anywhere = emptyBits(lists.length);
  for (let group = 0; group < groups; group += 1) addBits(anywhere, touching, group * words);

  const addNear = (near: BitSet, ranges: Ranges): void => {
    let done = -1;
    let filled = -1;
    for (let index = 0; index < ranges.length; index += 2) {
      const first = Math.max(cuts.leafOf(ranges[index] as number), done + 1);
      const last = cuts.leafOf(ranges[index + 1] as number);
      if (first === 0 && last === leaves - 1) {
        addBits(near, anywhere, 0);
        return;
      }
      for (let group = Math.floor(first / leavesPerGroup); group * leavesPerGroup <= last; group += 1) {
        const from = group * leavesPerGroup;
        const to = Math.min(from + leavesPerGroup, leaves) - 1;
        if (first <= from && last >= to) {
          addBits(near, touching, group * words);
          continue;
        }
        if (group > filled) addBits(near, filling, group * words);
        filled = group;
        const end = starts[Math.min(last, to) + 1] as number;
        for (let entry = starts[Math.max(first, from)] as number; entry < end; entry += 1) {
          setBit(near, entries[entry] as number);
        }
      }
      done = Math.max(done, last);
    }
  };
  return { addNear };
}

function markBit(bits: Uint32Array, offset: number, position: number): void {
  const word = offset + (position >>> 5);
  bits[word] = (bits[word] as number) | (1 << (position & 31));
}

interface Cuts {
  readonly count: number;
  /** The leaf that holds a number. */
  readonly leafOf: (value: number) => number;
}

/** Cuts the line at a sample of the lists' ends; a table of evenly spaced slots makes finding a leaf short. */
function cutLine(lists: readonly Ranges[]): Cuts {
  const ends = lists.reduce((sum, ranges) => sum + ranges.length, 0);
  const wanted = Math.max(1, Math.min(mostLeaves, Math.ceil(ends / entriesPerLeaf)));
  const step = Math.max(1, Math.floor(ends / wanted));
  const sample = new Float64Array(Math.ceil(ends / step));
  let seen = 0;
  let taken = 0;
  for (const ranges of lists) {
    for (let index = (step - (seen % step)) % step; index < ranges.length; index += step) {
      sample[taken] = ranges[index] as number;
      taken += 1;
    }
    seen += ranges.length;
  }
  const cuts = distinct(sample.subarray(0, taken).sort());
  const low = cuts[0] ?? 0;
  const slots = cuts.length;
  const scale = slots / Math.max((cuts[slots - 1] ?? 0) - low, 1);
  const slotOf = (value: number): number => Math.max(0, Math.min(slots, Math.floor((value - low) * scale)));
  const table = new Uint32Array(slots + 2);
  for (const cut of cuts) {
    const slot = slotOf(cut) + 1;
    table[slot] = (table[slot] as number) + 1;
  }
  for (let slot = 1; slot < table.length; slot += 1)
    table[slot] = (table[slot] as number) + (table[slot - 1] as number);
  const leafOf = (value: number): number => {
    if (slots === 0) return 0;
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
  return { count: cuts.length + 1, leafOf };
}

function distinct(sorted: Float64Array): Float64Array {
  let count = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) {
      sorted[count] = sorted[index] as number;
      count += 1;
    }
  }
  return sorted.slice(0, count);
}
