import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { product } from "../test/arbitraries.ts";
import { productOf } from "../test/build.ts";
import { hasPacket, type Packet, type Product, packetCorners } from "../test/oracle.ts";
import * as traffic from "./traffic-set.ts";

type Plan = { products: Product[]; minus: Product[] };
const plan = fc.record({
  products: fc.array(product, { maxLength: 2 }),
  minus: fc.array(product, { maxLength: 1 }),
});

const all = (list: Product[]) => traffic.unionAll(list.map((one) => traffic.trafficOf(productOf(one))));
const setOf = ({ products, minus }: Plan) => traffic.subtract(all(products), all(minus));
const has = ({ products, minus }: Plan, packet: Packet) =>
  products.some((one) => hasPacket(one, packet)) && !minus.some((one) => hasPacket(one, packet));

describe("a traffic set", () => {
  test("answers every question as checking every corner packet does", () => {
    fc.assert(
      fc.property(plan, plan, (left, right) => {
        const a = setOf(left);
        const b = setOf(right);
        let lowest: Packet | undefined;
        const seen = { onlyA: false, onlyB: false, both: false };
        const corners = packetCorners(...left.products, ...left.minus, ...right.products, ...right.minus);
        for (const packet of corners) {
          const inA = has(left, packet);
          const inB = has(right, packet);
          if (traffic.containsPacket(a, packet) !== inA) throw new Error("the packet is on the wrong side");
          seen.onlyA ||= inA && !inB;
          seen.onlyB ||= inB && !inA;
          seen.both ||= inA && inB;
          if (inA && !inB) lowest ??= packet;
        }
        const same = !seen.onlyA && !seen.onlyB;
        expect(traffic.contains(a, b)).toBe(!seen.onlyB);
        expect(traffic.equals(a, b)).toBe(same);
        expect(JSON.stringify(a) === JSON.stringify(b)).toBe(same);
        expect(traffic.overlaps(a, b)).toBe(seen.both);
        expect(traffic.isEmpty(traffic.intersect(a, b))).toBe(!seen.both);
        expect(traffic.lowestPacket(traffic.subtract(a, b))).toEqual(lowest);
      }),
      { numRuns: 60 },
    );
  });

  test("is the same data however it was put together", () => {
    fc.assert(
      fc.property(plan, plan, (left, right) => {
        const a = setOf(left);
        const b = setOf(right);
        expect(traffic.union(traffic.intersect(a, b), traffic.subtract(a, b))).toEqual(a);
        expect(traffic.union(a, b)).toEqual(traffic.union(b, a));
        expect(traffic.subtract(traffic.union(a, b), b)).toEqual(traffic.subtract(a, b));
        expect(traffic.unionAll(traffic.blocksOf(a).toReversed().map(traffic.trafficOf))).toEqual(a);
        expect(traffic.subtract(a, a)).toEqual(traffic.noTraffic);
        expect(traffic.overlaps(traffic.subtract(a, b), b)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
