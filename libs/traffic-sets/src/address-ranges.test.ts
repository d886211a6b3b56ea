import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type AddressRange,
  addressSetOfRanges,
  endsOf,
  parseAddressRange,
  rangesOf,
  withoutMapped,
} from "./address-ranges.ts";
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

test.each([
  ["10.1.2.3", ["10.1.2.3", "10.1.2.3"]],
  ["10.1.2.3/8", ["10.0.0.0", "10.255.255.255"]],
  ["2001:db8::5/126", ["2001:db8::4", "2001:db8::7"]],
])("%s means the block around it", (text, ends) => {
  const read = parseAddressRange(text);
  expect(read.ok && endsOf(read.range)).toEqual(ends);
});

test.each(["10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/08", ""])("%o is no address and no CIDR", (text) => {
  expect(parseAddressRange(text)).toMatchObject({ ok: false, problem: expect.any(String) });
});

test("the IPv4-mapped block is cut out of IPv6, and IPv4 stays whole", () => {
  const cut = (low: bigint, high: bigint) => withoutMapped({ family: 6, low, high }).map((range) => endsOf(range));
  expect(cut(0n, 2n ** 128n - 1n)).toEqual([
    ["::", "::fffe:ffff:ffff"],
    ["::1:0:0:0", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ]);
  expect(cut(0xffff_0000_0001n, 0xffff_0000_0002n)).toEqual([]);
  expect(withoutMapped({ family: 4, low: 1n, high: 2n })).toEqual([{ family: 4, low: 1n, high: 2n }]);
});
