import { describe, expect, test } from "@jest/globals";
import { addressSetOfTexts, allAddresses, onlyFamily } from "@network-access/traffic-sets/address-set";
import { allServices, onlyFamily as onlyServices, tcp, unionAll } from "@network-access/traffic-sets/service-set";
import { trafficOf } from "./pair-evidence.ts";

const everyOther = (count: number) =>
  Array.from({ length: count }, (_, index) => `10.${index >>> 7}.${(index & 127) * 2}.0/24`);
const networks = (count: number) => addressSetOfTexts(everyOther(count));
const anyService = onlyServices(allServices, 4);

describe("a residual as texts", () => {
  test("is whole up to 1,000 CIDRs", () => {
    const { blocks, truncated } = trafficOf([
      { family: 4, sources: networks(400), destinations: networks(600), services: anyService },
    ]);
    expect(truncated).toBe(false);
    expect(blocks).toEqual([{ sources: everyOther(400), destinations: everyOther(600), services: ["any"] }]);
  });

  test("is cut at 1,000 CIDRs, is marked so, and keeps something of both sides", () => {
    const { blocks, truncated } = trafficOf([
      { family: 4, sources: networks(5_000), destinations: networks(2_000), services: anyService },
    ]);
    expect(truncated).toBe(true);
    expect(blocks).toEqual([{ sources: everyOther(500), destinations: everyOther(500), services: ["any"] }]);
  });

  test("gives a short side whole when the other one is cut", () => {
    const { blocks, truncated } = trafficOf([
      { family: 4, sources: networks(5_000), destinations: networks(3), services: anyService },
    ]);
    expect(truncated).toBe(true);
    expect(blocks.map(({ sources, destinations }) => [sources.length, destinations.length])).toEqual([[997, 3]]);
  });

  test("counts the blocks together, and leaves out a block for which nothing is left", () => {
    const block = {
      family: 4 as const,
      sources: networks(999),
      destinations: onlyFamily(allAddresses, 4),
      services: anyService,
    };
    const { blocks, truncated } = trafficOf([block, block]);
    expect(truncated).toBe(true);
    expect(blocks).toHaveLength(1);
  });

  test("is cut at 1,000 service texts", () => {
    const ports = onlyServices(unionAll(Array.from({ length: 1_500 }, (_, index) => tcp(index * 2, index * 2))), 4);
    const { blocks, truncated } = trafficOf([
      { family: 4, sources: networks(1), destinations: networks(1), services: ports },
    ]);
    expect(truncated).toBe(true);
    expect(blocks[0]?.services).toHaveLength(1_000);
  });
});
