import { expect, test } from "@jest/globals";
import { cached } from "@network-access/service-runtime/cached";
import fc from "fast-check";
import { parseSort } from "./parse-sort.ts";
import { nearestName, sortFields } from "./query-fields.ts";

test("a valid sort order is parsed, and any other text gives a message", () => {
  const steps = fc.uniqueArray(fc.record({ field: fc.constantFrom(...sortFields), descending: fc.boolean() }), {
    selector: ({ field }) => field,
  });
  fc.assert(
    fc.property(steps, (sort) => {
      const text = sort.map(({ field, descending }) => `${descending ? "-" : ""}${field}`).join(",");
      expect(parseSort(text)).toEqual({ ok: true, sort });
    }),
  );
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const read = parseSort(text);
      if (!read.ok) expect(read.problem).not.toBe("");
    }),
  );
  for (const text of [",", "name,", "--name", "+name", "name name", "ips", "name,type,name"])
    expect(parseSort(text).ok).toBe(false);
});

test("the nearest name is the one with the fewest changes, without case", () => {
  expect(nearestName(sortFields, "hostnam")).toBe("hostname");
  expect(nearestName(sortFields, "LASTSEEN")).toBe("lastSeenAt");
  expect(nearestName(sortFields, "x".repeat(5_000))).toBeDefined();
});

test("an answer is cached for a while, and a failure is not", async () => {
  let time = 0;
  let asked = 0;
  const ask = cached(
    async () => {
      asked += 1;
      if (asked === 2) throw new Error("unavailable");
      return asked;
    },
    1_000,
    () => time,
  );
  expect([await ask(), await ask()]).toEqual([1, 1]);
  time = 1_000;
  await expect(ask()).rejects.toThrow("unavailable");
  expect(await ask()).toBe(3);
});
