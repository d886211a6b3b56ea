import { describe, expect, test } from "@jest/globals";
import { type AddressSet, addressSetOfTexts, allAddresses, overlaps } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { eachBit, emptyBits } from "./bit-set.ts";
import { buildRangeIndex } from "./range-index.ts";

const ipv4 = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 8, max: 32 }))
  .map(([a, b, prefix]) => {
    const low = (((10 + (a % 3)) * 2 ** 24 + a * 2 ** 16 + b * 2 ** 8) >>> (32 - prefix)) * 2 ** (32 - prefix);
    return `${Math.floor(low / 2 ** 24)}.${(low >>> 16) & 255}.${(low >>> 8) & 255}.${low & 255}/${prefix}`;
  });
const ipv6 = fc
  .tuple(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(32, 48, 64))
  .map(([word, prefix]) => (prefix === 32 ? "2001:db8::/32" : `2001:db8:${word.toString(16)}::/${prefix}`));
const wide = fc.constantFrom("0.0.0.0/0", "0.0.0.0/1", "8.0.0.0/5", "10.0.0.0/8", "::/0", "2000::/3", "ffff::/16");
const someSet = fc
  .array(fc.oneof({ weight: 5, arbitrary: ipv4 }, { weight: 2, arbitrary: ipv6 }, { weight: 1, arbitrary: wide }), {
    maxLength: 12,
  })
  .map(addressSetOfTexts);

function nearOf(sets: readonly AddressSet[], asked: AddressSet): Set<number> {
  const near = emptyBits(sets.length);
  buildRangeIndex({ lists: sets.map(({ v4 }) => v4), width: 1 }).addNear(near, asked.v4);
  buildRangeIndex({ lists: sets.map(({ v6 }) => v6), width: 4 }).addNear(near, asked.v6);
  const positions = new Set<number>();
  eachBit(near, (position) => positions.add(position));
  return positions;
}

describe("an index of range lists", () => {
  test("misses no list that shares a number with what is asked", () => {
    fc.assert(
      fc.property(fc.array(someSet, { maxLength: 80 }), someSet, (sets, asked) => {
        const near = nearOf(sets, asked);
        sets.forEach((set, position) => {
          if (overlaps(set, asked)) expect(near.has(position)).toBe(true);
        });
      }),
    );
  });

  test("misses none where they crowd on few numbers, ending at and beside each other's edges", () => {
    const near = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 30, max: 32 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((blocks) =>
        addressSetOfTexts(blocks.map(([at, prefix]) => `10.0.0.${at & -(2 ** (32 - prefix))}/${prefix}`)),
      );
    fc.assert(
      fc.property(fc.array(near, { minLength: 30, maxLength: 80 }), near, (sets, asked) => {
        const found = nearOf(sets, asked);
        sets.forEach((set, position) => {
          if (overlaps(set, asked)) expect(found.has(position)).toBe(true);
        });
      }),
    );
    const single = Array.from({ length: 200 }, (_, at) => addressSetOfTexts([`10.0.0.${at}/32`]));
    for (const [position, one] of single.entries()) expect(nearOf(single, one).has(position)).toBe(true);
  });

  test("names few lists that are far away", () => {
    const sets = Array.from({ length: 2_000 }, (_, index) =>
      addressSetOfTexts([`10.${index >>> 8}.${index & 255}.0/24`]),
    );
    const near = nearOf(sets, addressSetOfTexts(["10.3.7.0/25", "10.5.9.64/26"]));
    expect(near.has(3 * 256 + 7)).toBe(true);
    expect(near.has(5 * 256 + 9)).toBe(true);
    expect(near.size).toBeLessThan(40);
  });

  test("names few lists that are far away, also where all lists are alike", () => {
    for (const ranges of [2, 3, 4, 7]) {
      const sets = Array.from({ length: 1_000 }, (_, index) =>
        addressSetOfTexts(
          Array.from({ length: ranges }, (_, range) => `${10 + range}.${index >>> 8}.${index & 255}.0/25`),
        ),
      );
      for (let range = 0; range < ranges; range += 1)
        expect(nearOf(sets, addressSetOfTexts([`${10 + range}.2.7.0/32`])).size).toBeLessThan(60);
      expect(nearOf(sets, addressSetOfTexts(["192.0.2.1/32"])).size).toBeLessThan(60);
    }
  });

  test("finds lists that fill whole stretches of the line, and lists inside what is asked", () => {
    const small = Array.from({ length: 3_000 }, (_, index) =>
      addressSetOfTexts([`10.${index >>> 8}.${index & 255}.0/24`]),
    );
    const sets = [...small, addressSetOfTexts(["10.0.0.0/8"]), allAddresses, addressSetOfTexts(["11.0.0.0/8"])];
    expect([...nearOf(sets, addressSetOfTexts(["10.2.2.2/32"]))]).toEqual(
      expect.arrayContaining([2 * 256 + 2, 3_000, 3_001]),
    );
    expect(nearOf(sets, addressSetOfTexts(["10.0.0.0/13"])).size).toBeGreaterThanOrEqual(2_048 + 2);
    expect(nearOf(sets, allAddresses).size).toBe(sets.length);
  });

  test("of no lists, or of empty ones, names nothing", () => {
    const nothing = addressSetOfTexts([]);
    expect(nearOf([], allAddresses).size).toBe(0);
    expect(nearOf([nothing, nothing], allAddresses).size).toBe(0);
    expect(nearOf([allAddresses], nothing).size).toBe(0);
  });
});
