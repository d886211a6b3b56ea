import { describe, expect, test } from "@jest/globals";
import { processorTime } from "@network-access/testkit/processor-time";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { allServices, noServices, tcp, union } from "@network-access/traffic-sets/service-set";
import {
  productContains,
  productsOverlap,
  subtractAll,
  type TrafficProduct,
} from "@network-access/traffic-sets/traffic-product";
import fc from "fast-check";
import { findUncovered } from "./find-uncovered.ts";

const side = fc
  .subarray(["10.0.0.0/9", "10.128.0.0/9", "11.0.0.0/8", "2001:db8::/33", "2001:db8:8000::/33"], { minLength: 1 })
  .map(addressSetOfTexts);
const product = (services: fc.Arbitrary<TrafficProduct["services"]>): fc.Arbitrary<TrafficProduct> =>
  fc.record({ sources: side, destinations: side, services });
const someServices = fc.constantFrom(
  allServices,
  allServices,
  tcp(0, 80),
  tcp(81, 65_535),
  union(tcp(22, 22), tcp(443, 443)),
);

describe("a gap in a cover", () => {
  test("is found exactly where something is left, and lies in it", () => {
    let covered = 0;
    fc.assert(
      fc.property(
        product(fc.constantFrom(tcp(0, 65_535), tcp(22, 443), noServices)),
        fc.array(product(someServices), { maxLength: 9 }),
        (traffic, others) => {
          const gap = findUncovered(traffic, others);
          expect(gap === undefined).toBe(subtractAll(traffic, others).length === 0);
          if (gap === undefined) covered += others.length > 1 ? 1 : 0;
          else {
            expect(productContains(traffic, gap)).toBe(true);
            expect(others.some((other) => productsOverlap(gap, other))).toBe(false);
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(covered).toBeGreaterThan(20);
  });

  test("among thousands of small parts is found without keeping what every part leaves over", () => {
    const all = addressSetOfTexts(["0.0.0.0/0"]);
    const others = Array.from({ length: 10_000 }, (_, index) => ({
      sources: addressSetOfTexts([`10.${index % 256}.${index >>> 8}.0/24`]),
      destinations: addressSetOfTexts([`172.16.${(index * 7) % 256}.0/24`]),
      services: tcp(index, index + 50),
    }));
    const before = processorTime();
    expect(findUncovered({ sources: all, destinations: all, services: allServices }, others)).toBeDefined();
    expect(processorTime() - before).toBeLessThan(5_000);
  });

  test("among thousands that each hold two sides whole is found without multiplying their cuts", () => {
    const all = addressSetOfTexts(["2001:db8::/32"]);
    const some = (n: number) => addressSetOfTexts([`2001:db8:${n.toString(16)}:${(n * 3).toString(16)}::/64`]);
    const others = Array.from({ length: 6_000 }, (_, n) => ({
      sources: n % 3 === 0 ? some(n) : all,
      destinations: n % 3 === 1 ? some(n) : all,
      services: n % 3 === 2 ? tcp(n * 10, n * 10 + 3) : allServices,
    }));
    const before = processorTime();
    const gap = findUncovered({ sources: all, destinations: all, services: tcp(0, 65_535) }, others);
    expect(gap && others.some((other) => productsOverlap(gap, other))).toBe(false);
    expect(processorTime() - before).toBeLessThan(5_000);
  });
});
