import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { nearProduct, product } from "../test/arbitraries.ts";
import { productOf } from "../test/build.ts";
import { hasPacket, packetCorners, relationOf } from "../test/oracle.ts";
import { addressSetOfTexts, allAddresses, noAddresses } from "./address-set.ts";
import * as services from "./service-set.ts";
import * as products from "./traffic-product.ts";
import * as traffic from "./traffic-set.ts";

const several = fc.oneof(
  fc.tuple(product, fc.array(product, { maxLength: 3 })),
  fc.tuple(nearProduct, fc.array(nearProduct, { minLength: 2, maxLength: 5 })),
);
const runs = { numRuns: 150 };

function blockHas(block: products.FamilyBlock, packet: traffic.PacketPoint): boolean {
  return block.family === packet.family && traffic.containsPacket(traffic.trafficOf(block), packet);
}

function lost({ family, source, destination, service }: traffic.PacketPoint): string {
  return `IPv${family} ${source} to ${destination}, ${JSON.stringify(service)} is on the wrong side`;
}

describe("the relation of two products", () => {
  test("is what checking every corner packet gives", () => {
    fc.assert(
      fc.property(product, product, (left, right) => {
        const a = productOf(left);
        const b = productOf(right);
        const expected = relationOf(left, right);
        expect(products.relate(a, b)).toBe(expected);
        expect(products.productsOverlap(a, b)).toBe(expected !== "Disjoint");
        const isEmpty = ![...packetCorners(left)].some((packet) => hasPacket(left, packet));
        expect(products.productIsEmpty(a)).toBe(isEmpty);
        expect(products.productContains(b, a)).toBe(isEmpty || expected === "Inside" || expected === "Equal");
      }),
      runs,
    );
  });

  test("reads the same from the other side", () => {
    const turned = { Disjoint: "Disjoint", Overlap: "Overlap", Equal: "Equal", Inside: "Covers", Covers: "Inside" };
    fc.assert(
      fc.property(product, product, (left, right) => {
        const a = productOf(left);
        const b = productOf(right);
        expect(products.relate(b, a)).toBe(turned[products.relate(a, b)]);
      }),
      runs,
    );
  });

  test("leaves out a side that has no traffic in its family", () => {
    const ipv4 = { sources: addressSetOfTexts(["10.0.0.0/8"]), services: services.allTcp() };
    const rule = { ...ipv4, destinations: allAddresses };
    const boundary = { ...ipv4, destinations: addressSetOfTexts(["0.0.0.0/0"]) };
    expect(products.relate(rule, boundary)).toBe("Equal");
    const crossed = { ...ipv4, destinations: addressSetOfTexts(["2001:db8::/32"]) };
    expect(products.productIsEmpty(crossed)).toBe(true);
    expect(products.relate(crossed, crossed)).toBe("Disjoint");
  });
});

describe("what a product has beyond another", () => {
  test("is disjoint blocks, at most three a family, of exactly the packets outside", () => {
    fc.assert(
      fc.property(product, product, (left, right) => {
        const a = productOf(left);
        const b = productOf(right);
        const blocks = products.subtractProduct(a, b);
        for (const family of [4, 6]) expect(blocks.filter((block) => block.family === family).length).toBeLessThan(4);
        let lowest: traffic.PacketPoint | undefined;
        for (const packet of packetCorners(left, right)) {
          const outside = hasPacket(left, packet) && !hasPacket(right, packet);
          if (blocks.filter((block) => blockHas(block, packet)).length !== (outside ? 1 : 0))
            throw new Error(lost(packet));
          if (outside) lowest ??= packet;
        }
        expect(products.lowestPacketOfBlocks(blocks)).toEqual(lowest);
      }),
      runs,
    );
  });

  test("and what they share make up the product", () => {
    fc.assert(
      fc.property(product, product, (left, right) => {
        const a = productOf(left);
        const b = productOf(right);
        const shared = traffic.trafficOf(products.intersectProducts(a, b));
        const rest = traffic.unionAll(products.subtractProduct(a, b).map(traffic.trafficOf));
        expect(traffic.union(shared, rest)).toEqual(traffic.trafficOf(a));
        expect(traffic.overlaps(shared, rest)).toBe(false);
        expect(shared).toEqual(traffic.intersect(traffic.trafficOf(a), traffic.trafficOf(b)));
      }),
      runs,
    );
  });

  test("of several others is exactly what none of them has, with the lowest packet of it", () => {
    fc.assert(
      fc.property(several, ([left, others]) => {
        const a = productOf(left);
        const blocks = products.subtractAll(a, others.map(productOf));
        let lowest: traffic.PacketPoint | undefined;
        for (const packet of packetCorners(left, ...others)) {
          const outside = hasPacket(left, packet) && !others.some((other) => hasPacket(other, packet));
          if (outside) lowest ??= packet;
          if (outside !== blocks.some((block) => blockHas(block, packet))) throw new Error(lost(packet));
        }
        expect(products.lowestPacketOfBlocks(blocks)).toEqual(lowest);
        for (const [index, block] of blocks.entries()) {
          expect(blocks.slice(index + 1).some((other) => products.productsOverlap(block, other))).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("has its lowest packet in whatever order the blocks come", () => {
    fc.assert(
      fc.property(fc.array(nearProduct, { minLength: 1, maxLength: 4 }), (list) => {
        const blocks = list.flatMap((one) => products.blocksOfProduct(productOf(one)));
        const lowest = packetCorners(...list).find((packet) => list.some((one) => hasPacket(one, packet)));
        expect(products.lowestPacketOfBlocks(blocks)).toEqual(lowest);
        expect(products.lowestPacketOfBlocks(blocks.toReversed())).toEqual(lowest);
      }),
      runs,
    );
    const between = { sources: addressSetOfTexts(["10.0.0.0/8"]), destinations: addressSetOfTexts(["10.0.0.0/8"]) };
    const both = [services.udp(53, 53), services.tcp(443, 443)].flatMap((service) =>
      products.blocksOfProduct({ ...between, services: service }),
    );
    for (const blocks of [both, both.toReversed()])
      expect(products.lowestPacketOfBlocks(blocks)?.service).toEqual({ protocol: 6, port: 443 });
  });

  test("is nothing where several cover it only together", () => {
    const to = { destinations: addressSetOfTexts(["10.9.0.0/16"]), services: services.tcp(443, 443) };
    const rule = { ...to, sources: addressSetOfTexts(["10.0.0.0/23"]) };
    const halves = ["10.0.0.0/24", "10.0.1.0/24"].map((text) => ({ ...to, sources: addressSetOfTexts([text]) }));
    expect(products.subtractAll(rule, halves)).toEqual([]);
    expect(products.lowestPacketOfBlocks([])).toBeUndefined();
    expect(products.subtractAll({ ...rule, sources: noAddresses }, [])).toEqual([]);
  });

  test("has the witness of the worked example: everything against one service of one network", () => {
    const all = { sources: allAddresses, destinations: allAddresses, services: services.allServices };
    const forbidden = {
      sources: allAddresses,
      destinations: addressSetOfTexts(["10.9.0.0/16"]),
      services: services.tcp(22, 22),
    };
    expect(products.relate(all, forbidden)).toBe("Covers");
    const shared = products.blocksOfProduct(products.intersectProducts(all, forbidden));
    expect(products.lowestPacketOfBlocks(shared)).toEqual({
      family: 4,
      source: 0n,
      destination: 0x0a090000n,
      service: { protocol: 6, port: 22 },
    });
  });
});
