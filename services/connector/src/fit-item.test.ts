import { expect, test } from "@jest/globals";
import { parseExactJson } from "@network-access/service-runtime/exact-json";
import fc from "fast-check";
import { fitItem } from "./fit-item.ts";

const key = { accountId: "a", region: "r", type: "t", typeName: "Thing", id: "i" };

function fitted(more: object) {
  const result = fitItem({ ...key, ...more });
  if (!result.ok) throw new Error(result.message);
  return result;
}

test("addresses come out canonical and once, in their order", () => {
  const { item, notes } = fitted({ ips: ["10.0.0.1/32", "2001:DB8:0::1", undefined, "10.0.0.1", "10.1.0.0/16"] });
  expect(item.ips).toEqual(["10.0.0.1", "2001:db8::1", "10.1.0.0/16"]);
  expect(notes).toEqual([]);
});

test.each([
  ["10.0.0.5/24", /bits/],
  ["fe80::1%eth0", /zone/],
  ["::ffff:10.0.0.1", /10\.0\.0\.1/],
  ["010.0.0.1", /leading zero/],
])("the address %s is left out, with the reason", (address, why) => {
  const { item, notes } = fitted({ ips: [address, "10.0.0.9"] });
  expect(item.ips).toEqual(["10.0.0.9"]);
  expect(notes).toEqual([expect.stringMatching(why)]);
});

test.each(["00-1A-2B-3C-4D-5E", "001a.2b3c.4d5e", "001A2B3C4D5E"])(
  "the hardware address %s is written one way",
  (mac) => {
    expect(fitted({ macAddress: mac }).item.macAddress).toBe("00:1a:2b:3c:4d:5e");
  },
);

test("an invalid hardware address is left out", () => {
  const { item, notes } = fitted({ macAddress: "unknown" });
  expect(item.macAddress).toBeUndefined();
  expect(notes).toEqual([expect.stringContaining('"unknown"')]);
});

test("tags beyond the bounds are left out whole; what fits stays", () => {
  const many = Array.from({ length: 150 }, (_, n): [string, string] => [`k${n}`, "v"]);
  const { item, notes } = fitted({ tags: [["long", "x".repeat(1_025)], ["", "v"], ["k".repeat(257), "v"], ...many] });
  expect(Object.keys(item.tags ?? {})).toHaveLength(100);
  expect(item.tags).not.toHaveProperty("long");
  expect(notes).toHaveLength(4);
});

test("attributes that are too large or too deep are left out, and the item stays", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(101)}1${"}".repeat(101)}`);
  expect(fitted({ attributes: { text: "é".repeat(131_072) } }).item.item).toBeUndefined();
  expect(fitted({ attributes: deep }).notes).toEqual([expect.stringContaining("deeper than 100")]);
  expect(fitted({ attributes: { small: true } }).item.item).toEqual({ small: true });
});

test("a number beyond floating point is no level of its own, and one that the inventory refuses costs the attributes alone", () => {
  const deepest = parseExactJson(`${'{"a":'.repeat(100)}12345678901234567890${"}".repeat(100)}`);
  expect(fitted({ attributes: deepest })).toMatchObject({ item: { item: deepest }, notes: [] });
  for (const beyond of ["1e400", `-${"9".repeat(400)}`]) {
    const { item, notes } = fitted({ attributes: parseExactJson(`{"a":[{"b":${beyond}}]}`) });
    expect([item.item, notes]).toEqual([undefined, [expect.stringContaining("beyond 1.8e308")]]);
  }
});

test.each([
  [{ id: "" }, "has an empty id"],
  [{ type: "x".repeat(1_025) }, "has a type of 1025 characters; the limit is 1024"],
  [{ region: "a\nb" }, "control character"],
  [{ id: "\ud800" }, "unpaired surrogate"],
])("a key that the inventory would refuse is refused: %j", (more, message) => {
  expect(fitItem({ ...key, ...more })).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("whatever an export holds, what comes out is inside the inventory's bounds", () => {
  const text = fc.string({ unit: "binary", maxLength: 1_500 });
  const anything = {
    name: fc.option(text, { nil: undefined }),
    hostname: fc.option(text, { nil: undefined }),
    macAddress: fc.option(text, { nil: undefined }),
    ips: fc.array(fc.oneof(text, fc.ipV4(), fc.ipV6())),
    tags: fc.array(fc.tuple(text, text), { maxLength: 8 }),
  };
  fc.assert(
    fc.property(fc.record(anything), (found) => {
      const { item } = fitted(found);
      for (const one of [item.name ?? "", item.hostname ?? "", ...Object.values(item.tags ?? {})]) {
        expect([...one].length).toBeLessThanOrEqual(1_024);
        expect(one.isWellFormed() && !one.includes("\u0000")).toBe(true);
      }
      expect(Object.keys(item.tags ?? {}).length).toBeLessThanOrEqual(100);
      expect(item.macAddress ?? "00:00:00:00:00:00").toMatch(/^([0-9a-f]{2}:){5}([0-9a-f]{2}:){0,2}[0-9a-f]{2}$/);
    }),
    { numRuns: 40 },
  );
});
