import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pageItems } from "./page-items.ts";

const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => JSON.stringify({ text })));
const bounds = fc.record({ mostItems: fc.integer({ min: 1, max: 5 }), mostBytes: fc.integer({ min: 200, max: 400 }) });

test("pages hold every item once, in order, and none is larger than allowed", () => {
  fc.assert(
    fc.property(texts, bounds, (items, limits) => {
      const pages = [...pageItems(items, limits)];
      expect(pages.flatMap(({ json }) => JSON.parse(json))).toEqual(items.map((item) => JSON.parse(item)));
      for (const { json, count } of pages) {
        expect(JSON.parse(json)).toHaveLength(count);
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(limits.mostItems);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(limits.mostBytes);
      }
    }),
  );
});

test("a thousand items a page, and at most 8 MiB", () => {
  const small = Array.from({ length: 2_500 }, (_, n) => `${n}`);
  expect([...pageItems(small)].map(({ count }) => count)).toEqual([1_000, 1_000, 500]);
  const large = Array.from({ length: 100 }, () => JSON.stringify("x".repeat(250_000)));
  const sizes = [...pageItems(large)].map(({ json }) => json.length);
  expect(sizes).toHaveLength(4);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1_024 * 1_024);
});
