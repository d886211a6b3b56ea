import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ascendingOrder } from "./ascending-order.ts";
import { edgesOfIpv4, edgesOfIpv6 } from "./normalise.ts";

const last = 2n ** 128n - 1n;
const value = fc.oneof(
  fc.constantFrom(0n, last, 1n << 127n, 0x20010db8n << 96n),
  fc.integer({ min: 0, max: 300 }).map((low) => (0x20010db8n << 96n) + BigInt(low)),
  fc.integer({ min: 0, max: 300 }).map((high) => BigInt(high) << 119n),
  fc.bigInt({ min: 0n, max: last }),
);
const numbers = fc.oneof(fc.array(value, { maxLength: 24 }), fc.array(value, { minLength: 20, maxLength: 200 }));

const wordsOf = (numbers: readonly bigint[]) =>
  Uint32Array.from(
    numbers.flatMap((number) => [96n, 64n, 32n, 0n].map((shift) => Number((number >> shift) & 0xffffffffn))),
  );

describe("the ascending order", () => {
  test("is that of the numbers, of one word and of four, few and many", () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const order = Array.from(ascendingOrder(wordsOf(list), 4), (place) => list[place]);
        expect(order.join()).toBe(list.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join());
        const narrow = Uint32Array.from(list, (number) => Number(number & 0xffffffffn));
        const sorted = Array.from(ascendingOrder(narrow, 1), (place) => narrow[place]);
        expect(sorted.join()).toBe(narrow.toSorted().join());
      }),
      { numRuns: 300 },
    );
  });
});

describe("the edges of CIDRs", () => {
  test("are those of a sweep over sorted ranges of long integers", () => {
    const list = fc.array(fc.tuple(value, fc.integer({ min: 0, max: 128 })), { maxLength: 100 });
    fc.assert(
      fc.property(list, fc.constantFrom<[4 | 6]>([4], [6]), (list, [family]) => {
        const width = family === 4 ? 32 : 128;
        const cidrs = list.map(([number, length]) => {
          const prefix = family === 4 ? length % 33 : length;
          const rest = BigInt(width - prefix);
          const within = family === 4 ? number >> 96n : number;
          return { low: (within >> rest) << rest, prefix, size: 1n << rest };
        });
        const expected = sweep(cidrs, 1n << BigInt(width));
        const prefixes = Uint8Array.from(cidrs, ({ prefix }) => prefix);
        const lows = cidrs.map(({ low }) => low);
        const edges =
          family === 4 ? edgesOfIpv4(Uint32Array.from(lows, Number), prefixes) : edgesOfIpv6(wordsOf(lows), prefixes);
        expect(edges.join()).toBe((family === 4 ? Uint32Array.from(expected, Number) : wordsOf(expected)).join());
      }),
      { numRuns: 500 },
    );
  });
});

function sweep(cidrs: readonly { low: bigint; size: bigint }[], lineEnd: bigint): bigint[] {
  const edges: bigint[] = [];
  for (const { low, size } of cidrs.toSorted((a, b) => (a.low < b.low ? -1 : 1))) {
    const reached = edges.at(-1) ?? -1n;
    if (low > reached) edges.push(low, low + size);
    else if (low + size > reached) edges[edges.length - 1] = low + size;
  }
  return edges.at(-1) === lineEnd ? edges.slice(0, -1) : edges;
}
