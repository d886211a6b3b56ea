import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { product } from "../test/arbitraries.ts";
import { productOf } from "../test/build.ts";
import { hasPacket, type Packet, type Product, packetCorners } from "../test/oracle.ts";
import { allAddresses } from "./address-set.ts";
import { allServices } from "./service-set.ts";
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

  test("is written as blocks in the order of their lowest sources, then destinations, IPv4 first", () => {
    const order = (a: traffic.PacketPoint | undefined, b: traffic.PacketPoint | undefined): number =>
      a === undefined || b === undefined
        ? Number.NaN
        : a.family - b.family || Number(a.source - b.source) || Number(a.destination - b.destination);
    fc.assert(
      fc.property(plan, (one) => {
        const packets = traffic.blocksOf(setOf(one)).map((block) => traffic.lowestPacket(traffic.trafficOf(block)));
        for (const [place, packet] of packets.slice(1).entries()) expect(order(packets[place], packet)).toBeLessThan(0);
      }),
      { numRuns: 200 },
    );
  });

  test("has no packet whose service does not fit its protocol", () => {
    const everything = traffic.trafficOf({ sources: allAddresses, destinations: allAddresses, services: allServices });
    const between = { family: 4 as const, source: 1n, destination: 2n };
    expect(traffic.containsPacket(everything, { ...between, service: { protocol: 6, port: 22 } })).toBe(true);
    expect(traffic.containsPacket(everything, { ...between, service: { protocol: 6 } })).toBe(false);
  });
});
