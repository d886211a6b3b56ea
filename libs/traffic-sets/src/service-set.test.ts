import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { serviceExpression } from "../test/arbitraries.ts";
import { servicesOf } from "../test/build.ts";
import { hasService, serviceCorners } from "../test/oracle.ts";
import * as sets from "./service-set.ts";

const families = [4, 6] as const;

describe("a service set", () => {
  test("has exactly the points that its expression has", () => {
    fc.assert(
      fc.property(serviceExpression, (expression) => {
        const set = servicesOf(expression);
        for (const family of families) {
          const wrong = serviceCorners(expression).find(
            (at) => sets.containsService(set, family, at) !== hasService(expression, family, at),
          );
          expect(wrong).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  test("answers contains, equals, overlaps, emptiness and the lowest point as testing points does", () => {
    fc.assert(
      fc.property(serviceExpression, serviceExpression, (left, right) => {
        const a = servicesOf(left);
        const b = servicesOf(right);
        const points = families.flatMap((family) =>
          serviceCorners(left, right).map((at) => ({
            family,
            at,
            a: hasService(left, family, at),
            b: hasService(right, family, at),
          })),
        );
        expect(sets.contains(a, b)).toBe(points.every((point) => point.a || !point.b));
        expect(sets.equals(a, b)).toBe(points.every((point) => point.a === point.b));
        expect(sets.overlaps(a, b)).toBe(points.some((point) => point.a && point.b));
        expect(sets.isEmpty(a)).toBe(!points.some((point) => point.a));
        for (const family of families) {
          const inFamily = points.filter((point) => point.family === family);
          expect(sets.isEmptyIn(a, family)).toBe(!inFamily.some((point) => point.a));
          expect(sets.isEmpty(sets.onlyFamily(a, family))).toBe(!inFamily.some((point) => point.a));
          const lowest = inFamily.find((point) => point.a && !point.b)?.at;
          expect(sets.lowestService(sets.subtract(a, b), family)).toEqual(lowest);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("counts its points: those of two sets are those of their union and of what they share", () => {
    expect(sets.serviceCount(sets.tcp(22, 25), 4)).toBe(4);
    expect(sets.serviceCount(sets.allIcmpV4(), 6)).toBe(0);
    expect(sets.serviceCount(sets.allServices, 6)).toBe(4 * 65_536 + 252);
    fc.assert(
      fc.property(serviceExpression, serviceExpression, (left, right) => {
        const [a, b] = [servicesOf(left), servicesOf(right)];
        for (const family of families) {
          const count = (set: sets.ServiceSet) => sets.serviceCount(set, family);
          expect(count(a) + count(b)).toBe(count(sets.union(a, b)) + count(sets.intersect(a, b)));
        }
      }),
    );
  });

  test("keeps the laws of sets and is the same data whenever it is the same set", () => {
    fc.assert(
      fc.property(serviceExpression, serviceExpression, serviceExpression, (x, y, z) => {
        const [a, b, c] = [servicesOf(x), servicesOf(y), servicesOf(z)];
        expect(sets.complement(sets.complement(a))).toEqual(a);
        expect(sets.complement(sets.union(a, b))).toEqual(sets.intersect(sets.complement(a), sets.complement(b)));
        expect(sets.subtract(a, b)).toEqual(sets.intersect(a, sets.complement(b)));
        expect(sets.union(sets.intersect(a, b), sets.subtract(a, b))).toEqual(a);
        expect(sets.overlaps(sets.intersect(a, b), sets.subtract(a, b))).toBe(false);
        expect(sets.contains(a, b) && sets.contains(b, a)).toBe(sets.equals(a, b));
        expect(sets.unionAll([a, b, c])).toEqual(sets.union(a, sets.union(b, c)));
        expect(sets.union(a, sets.complement(a))).toEqual(sets.allServices);
      }),
      { numRuns: 300 },
    );
  });

  test("is written so that reading it gives the same points", () => {
    fc.assert(
      fc.property(serviceExpression, (expression) => {
        const set = servicesOf(expression);
        for (const family of families) {
          const texts = sets.serviceTexts(set, family);
          const readers = texts.map((text) => readerOf(text, family));
          const wrong = [...serviceCorners(expression).flatMap(around), ...icmpGrid].find(
            (at) => readers.filter((has) => has(at)).length !== (sets.containsService(set, family, at) ? 1 : 0),
          );
          expect(wrong).toBeUndefined();
          expect(sets.serviceTexts(set, family, 2)).toEqual(texts.slice(0, 2));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("knows which spellings are one set and which are not", () => {
    expect(sets.equals(sets.tcp(0, 65_535), sets.allTcp())).toBe(true);
    expect(sets.equals(sets.protocol(6), sets.allTcp())).toBe(true);
    expect(sets.equals(sets.protocol(17), sets.allUdp())).toBe(true);
    expect(sets.equals(sets.tcp(1, 65_535), sets.allTcp())).toBe(false);
    expect(sets.contains(sets.protocol(1), sets.allIcmpV4())).toBe(true);
    expect(sets.contains(sets.allIcmpV4(), sets.protocol(1))).toBe(false);
    const everyProtocol = Array.from({ length: 256 }, (_, number) => sets.protocol(number));
    expect(sets.unionAll(everyProtocol)).toEqual(sets.allServices);
    const rest = sets.subtract(
      sets.allServices,
      sets.unionAll([sets.allTcp(), sets.allUdp(), sets.allIcmpV4(), sets.allIcmpV6()]),
    );
    expect(sets.lowestService(rest, 4)).toEqual({ protocol: 0 });
    expect(sets.serviceTexts(rest, 4)).toEqual(["protocol/0", "protocol/2-5", "protocol/7-16", "protocol/18-255"]);
    const noEcho = sets.subtract(sets.allIcmpV4(), sets.icmpV4(8, 0));
    expect(sets.serviceTexts(noEcho, 4)).toEqual(["icmp/0-7", "icmp/8/1-255", "icmp/9-255"]);
    expect(sets.serviceTexts(sets.allServices, 6)).toEqual(["any"]);
    expect(sets.serviceTexts(sets.icmpV4(8, 0), 4)).toEqual(["icmp/8/0"]);
    expect(sets.serviceTexts(sets.icmpV4(8, 0), 6)).toEqual([]);
  });

  test("has no point whose members do not fit its protocol", () => {
    expect(sets.containsService(sets.allServices, 4, { protocol: 6 })).toBe(false);
    expect(sets.containsService(sets.allServices, 4, { protocol: 6, port: 65_536 })).toBe(false);
    expect(sets.containsService(sets.allServices, 4, { protocol: 1, icmpType: 8 })).toBe(false);
    expect(sets.containsService(sets.allServices, 4, { protocol: 1, icmpCode: 0 })).toBe(false);
    expect(sets.containsService(sets.allServices, 4, { protocol: 256 })).toBe(false);
  });

  test("reaches to the highest number of each kind, and none beyond", () => {
    for (const service of [
      { protocol: 255 },
      { protocol: 17, port: 65_535 },
      { protocol: 1, icmpType: 255, icmpCode: 255 },
    ])
      expect(sets.containsService(sets.allServices, 4, service)).toBe(true);
    for (const service of [
      { protocol: 17, port: 65_536 },
      { protocol: 1, icmpType: 256, icmpCode: 0 },
      { protocol: 1, icmpType: 0, icmpCode: 256 },
    ])
      expect(sets.containsService(sets.allServices, 4, service)).toBe(false);
    expect(sets.serviceTexts(sets.icmpV4(255, 255), 4)).toEqual(["icmp/255/255"]);
    expect(() => sets.icmpV4(256, 0)).toThrow(RangeError);
    expect(() => sets.icmpV6(0, 256)).toThrow(RangeError);
    expect(() => sets.tcp(65_535, 65_536)).toThrow(RangeError);
    expect(() => sets.udp(65_536, 65_536)).toThrow(RangeError);
  });

  test("refuses numbers outside their range", () => {
    expect(() => sets.tcp(2, 1)).toThrow("port 2 is above port 1; the lower one comes first");
    expect(() => sets.udp(0, 65_536)).toThrow("ports 0 to 65536 are outside 0 to 65535");
    expect(() => sets.icmpV4(-1, 0)).toThrow("ICMP type -1 code 0 is outside 0 to 255");
    expect(() => sets.protocol(256)).toThrow("protocol 256 is outside 0 to 255");
  });
});

describe("port runs", () => {
  test("are maximal, however the ports were split", () => {
    const set = sets.unionAll([sets.tcp(101, 200), sets.tcp(443, 443), sets.tcp(1, 100), sets.udp(5, 9)]);
    expect(sets.portRuns(set, 6)).toEqual([
      { start: 1, end: 200 },
      { start: 443, end: 443 },
    ]);
    expect(sets.portRuns(set, 17)).toEqual([{ start: 5, end: 9 }]);
    expect(sets.portRuns(sets.allServices, 17)).toEqual([{ start: 0, end: 65_535 }]);
    expect(sets.portRuns(sets.protocol(5), 6)).toEqual([]);
  });

  test("make up exactly the ports of the set and never touch", () => {
    fc.assert(
      fc.property(serviceExpression, (expression) => {
        const set = servicesOf(expression);
        const runs = sets.portRuns(set, 6);
        const either = sets.union({ v4: set.v4, v6: set.v4 }, { v4: set.v6, v6: set.v6 });
        expect(sets.unionAll(runs.map(({ start, end }) => sets.tcp(start, end)))).toEqual(
          sets.intersect(either, sets.allTcp()),
        );
        for (const [index, run] of runs.entries()) expect(run.start).toBeGreaterThan((runs[index - 1]?.end ?? -2) + 1);
      }),
    );
  });
});

/** ICMP points with every type and with a few codes, among them the lowest and the highest. */
const icmpGrid: sets.ServicePoint[] = [1, 58].flatMap((protocol) =>
  Array.from({ length: 256 }, (_, icmpType) =>
    [0, 1, 4, 254, 255].map((icmpCode) => ({ protocol, icmpType, icmpCode })),
  ).flat(),
);

/** Returns the point and, if it has a port above 0, also the point with the previous port. */
function around(point: sets.ServicePoint): sets.ServicePoint[] {
  return point.port === undefined || point.port === 0 ? [point] : [point, { ...point, port: point.port - 1 }];
}

/** Returns a function that says whether a text in the notation of the GraphQL type TrafficBlock contains a point. */
function readerOf(text: string, family: 4 | 6): (point: sets.ServicePoint) => boolean {
  const [name = "", first, second] = text.split("/");
  const within = (part: string | undefined, value: number | undefined) => {
    if (part === undefined) return true;
    const [start = 0, end = start] = part.split("-").map(Number);
    return value !== undefined && start <= value && value <= end;
  };
  if (name === "any") return () => true;
  if (name === "protocol") return (point) => within(first, point.protocol);
  if (name === "tcp" || name === "udp") {
    return (point) => point.protocol === (name === "tcp" ? 6 : 17) && within(first, point.port);
  }
  if (name !== (family === 4 ? "icmp" : "icmpv6")) throw new Error(`unexpected ${text}`);
  const protocol = family === 4 ? 1 : 58;
  return (point) => point.protocol === protocol && within(first, point.icmpType) && within(second, point.icmpCode);
}
