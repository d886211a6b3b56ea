import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { keepItems } from "./kept-items.ts";

const key = { accountId: "a", region: "r", type: "t" };

test("kept items are returned by cell, in order, any number of times", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.string({ unit: "binary" }))), fc.array(fc.nat(3)), (found, asked) => {
      const kept = keepItems();
      for (const [cell, id] of found) kept.add(cell, { ...key, id });
      const wanted = new Set(asked);
      const expected = found.filter(([cell]) => wanted.has(cell)).map(([, id]) => JSON.stringify({ ...key, id }));
      expect([...kept.of(wanted)]).toEqual(expected);
      expect([...kept.of(wanted)]).toEqual(expected);
      expect(kept.count).toBe(found.length);
    }),
  );
});

test("more than one block is kept", () => {
  const kept = keepItems();
  const name = "x".repeat(1_000);
  for (let n = 0; n < 3_000; n += 1) kept.add(n % 2, { ...key, id: `${n}`, name });
  expect([...kept.of(new Set([1]))]).toHaveLength(1_500);
});
