import { addBits, type BitSet, emptyBits, markBit, setBit } from "./bit-set.ts";
import { cutLine, type RangeLists } from "./line-cuts.ts";

/**
 * An index of many lists of ranges. A search finds the lists that may overlap a given list. The number range is divided
 * into intervals, called leaves. The borders between leaves are a sample of the edges of all lists, so every leaf
 * contains only a few edges. 64 consecutive leaves form a group. The index stores an entry for each leaf that a list
 * touches. If a list contains a whole group, the index stores one bit for the group instead of an entry for each leaf.
 */
export interface RangeIndex {
  /**
   * Adds to `near` the positions of all lists that share a number with the ranges in `edges`. May also add positions of
   * lists that share no number with these ranges.
   */
  readonly addNear: (near: BitSet, edges: Uint32Array) => void;
}

/** A group has 2^6 = 64 leaves. */
const groupShift = 6;

export function buildRangeIndex(ranges: RangeLists): RangeIndex {
  const { lists, width } = ranges;
  const cuts = cutLine(ranges);
  const lastLeaf = cuts.leafCount - 1;
  const groupCount = (lastLeaf >>> groupShift) + 1;
  const words = (lists.length + 31) >>> 5;
  const touching = new Uint32Array(groupCount * words);
  const filling = new Uint32Array(groupCount * words);
  const starts = new Uint32Array(cuts.leafCount + 1);
  const spans = new Uint32Array(lists.reduce((sum, edges) => sum + edges.length / width + 1, 0));
  const spanEnds = new Uint32Array(lists.length);
  let written = 0;
  lists.forEach((edges, position) => {
    const from = written;
    written = cuts.writeSpans(edges, spans, from);
    spanEnds[position] = written;
    for (let span = from; span < written; span += 2) {
      const low = spans[span] as number;
      const high = spans[span + 1] as number;
      for (let group = low >>> groupShift; group <= high >>> groupShift; group += 1) {
        markBit(touching, group * words, position);
        const first = Math.max(low, group << groupShift);
        const last = Math.min(high, lastOfGroup(group, lastLeaf));
        if (isWhole(group, first, last, lastLeaf)) markBit(filling, group * words, position);
        else for (let leaf = first; leaf <= last; leaf += 1) starts[leaf + 1] = (starts[leaf + 1] as number) + 1;
      }
    }
  });
  for (let leaf = 0; leaf <= lastLeaf; leaf += 1)
    starts[leaf + 1] = (starts[leaf + 1] as number) + (starts[leaf] as number);
  const entries = fillLeaves(spans, spanEnds, starts, lastLeaf);
  const anywhere = emptyBits(lists.length);
  for (let group = 0; group < groupCount; group += 1) addBits(anywhere, touching, group * words);

  let asked = new Uint32Array(64);
  const addNear: RangeIndex["addNear"] = (near, edges) => {
    if (asked.length <= edges.length / width) asked = new Uint32Array((edges.length / width) * 2);
    const end = cuts.writeSpans(edges, asked, 0);
    let filled = -1;
    for (let span = 0; span < end; span += 2) {
      const low = asked[span] as number;
      const high = asked[span + 1] as number;
      if (low === 0 && high === lastLeaf) return addBits(near, anywhere, 0);
      for (let group = low >>> groupShift; group <= high >>> groupShift; group += 1) {
        const first = Math.max(low, group << groupShift);
        const last = Math.min(high, lastOfGroup(group, lastLeaf));
        if (isWhole(group, first, last, lastLeaf)) {
          addBits(near, touching, group * words);
          continue;
        }
        if (group > filled) addBits(near, filling, group * words);
        filled = group;
        const stop = starts[last + 1] as number;
        for (let entry = starts[first] as number; entry < stop; entry += 1) setBit(near, entries[entry] as number);
      }
    }
  };
  return { addNear };
}

function lastOfGroup(group: number, lastLeaf: number): number {
  return Math.min(((group + 1) << groupShift) - 1, lastLeaf);
}

function isWhole(group: number, first: number, last: number, lastLeaf: number): boolean {
  return first === group << groupShift && last === lastOfGroup(group, lastLeaf);
}

/**
 * Returns the entries of all leaves, from the lowest leaf to the highest. The entries of a leaf are the positions of
 * the lists that touch it. A list that contains the leaf's whole group is left out.
 */
function fillLeaves(spans: Uint32Array, spanEnds: Uint32Array, starts: Uint32Array, lastLeaf: number): Uint32Array {
  const entries = new Uint32Array(starts[lastLeaf + 1] as number);
  const next = starts.slice();
  let span = 0;
  spanEnds.forEach((end, position) => {
    for (; span < end; span += 2) {
      const high = spans[span + 1] as number;
      for (let leaf = spans[span] as number; leaf <= high; leaf += 1) {
        const group = leaf >>> groupShift;
        if (leaf === group << groupShift && high >= lastOfGroup(group, lastLeaf)) {
          leaf = lastOfGroup(group, lastLeaf);
          continue;
        }
        const place = next[leaf] as number;
        entries[place] = position;
        next[leaf] = place + 1;
      }
    }
  });
  return entries;
}
