import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as bits from "./bit-set.ts";

const length = 100;
const positions = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 0, max: length - 1 }), fc.constantFrom(0, 31, 32, 63, 64, 99)),
);

function bitsOf(list: readonly number[]): bits.BitSet {
  const set = bits.emptyBits(length);
  for (const position of list) bits.setBit(set, position);
  return set;
}

function positionsOf(set: bits.BitSet): number[] {
  const found: number[] = [];
  bits.eachBit(set, (position) => found.push(position));
  return found;
}

test("positions come back as they were set, ascending, and are counted", () => {
  fc.assert(
    fc.property(positions, (list) => {
      const set = bitsOf(list);
      expect(positionsOf(set)).toEqual(list.toSorted((a, b) => a - b));
      expect(Array.from({ length }, (_, position) => bits.hasBit(set, position))).toEqual(
        Array.from({ length }, (_, position) => list.includes(position)),
      );
      expect(bits.countBits(set, length)).toBe(list.length);
    }),
  );
});

test("counting ends above the most that matters", () => {
  fc.assert(
    fc.property(positions, fc.nat({ max: length }), (list, most) => {
      const counted = bits.countBits(bitsOf(list), most);
      expect(counted > most).toBe(list.length > most);
      if (list.length <= most) expect(counted).toBe(list.length);
      // Counting stops after the 32-bit word in which the count exceeds `most`.
      expect(counted).toBeLessThanOrEqual(Math.min(list.length, most + 32));
    }),
  );
});

test("sets are joined and cut, also with one that lies among others", () => {
  fc.assert(
    fc.property(positions, positions, (list, other) => {
      const joined = bitsOf(list);
      const words = joined.length;
      const several = new Uint32Array(3 * words);
      for (const position of other) bits.markBit(several, words, position);
      for (const word of [0, 2 * words]) several.fill(0xffffffff, word, word + words);
      bits.addBits(joined, several, words);
      expect(positionsOf(joined)).toEqual([...new Set([...list, ...other])].sort((a, b) => a - b));
      const kept = bitsOf(list);
      bits.keepBits(kept, bitsOf(other));
      expect(positionsOf(kept)).toEqual(list.filter((one) => other.includes(one)).sort((a, b) => a - b));
    }),
  );
});
