import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type AddressRange, addressSetOfRanges, rangesOf } from "./address-ranges.ts";
import { addressSetOfTexts, allAddresses, containsAddress } from "./address-set.ts";

const aRange: fc.Arbitrary<AddressRange> = fc.constantFrom(4 as const, 6 as const).chain((family) => {
  const last = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n;
  const near = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(last - 20n, last), fc.bigInt(0n, last));
  return fc.tuple(near, near).map((ends) => {
    const [low = 0n, high = 0n] = ends.toSorted((a, b) => (a < b ? -1 : 1));
    return { family, low, high };
  });
});

test("an address is in the set exactly when a range has it", () => {
  fc.assert(
    fc.property(fc.array(aRange, { maxLength: 8 }), (ranges) => {
      const set = addressSetOfRanges(ranges);
      for (const { low, high } of ranges)
        for (const family of [4, 6] as const)
          for (const value of [low - 1n, low, high, high + 1n]) {
            if (value < 0n || value >= (family === 4 ? 2n ** 32n : 2n ** 128n)) continue;
            const isIn = ranges.some((range) => range.family === family && range.low <= value && value <= range.high);
            expect(containsAddress(set, family, value)).toBe(isIn);
          }
    }),
  );
});

test("the ranges of a set are maximal and make the same set", () => {
  fc.assert(
    fc.property(fc.array(aRange, { maxLength: 8 }), (ranges) => {
      const set = addressSetOfRanges(ranges);
      const maximal = rangesOf(set);
      expect(addressSetOfRanges(maximal)).toEqual(set);
      for (const [index, { family, low }] of maximal.entries()) {
        const before = maximal[index - 1];
        if (before?.family === family) expect(low).toBeGreaterThan(before.high + 1n);
      }
    }),
  );
});

test("CIDRs and ranges make equal sets, up to the ends of both families", () => {
  const halves = addressSetOfTexts(["0.0.0.0/1", "128.0.0.0/1", "::/1", "8000::/1"]);
  expect(addressSetOfRanges(rangesOf(halves))).toEqual(allAddresses);
});

test.each([
  { family: 4, low: 5n, high: 4n },
  { family: 4, low: 0n, high: 2n ** 32n },
  { family: 6, low: -1n, high: 4n },
] as const)("no set is made of %o", (range) => {
  expect(() => addressSetOfRanges([range])).toThrow(RangeError);
});
