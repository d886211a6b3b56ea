import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { orderIds } from "./order-ids.ts";

test("ids are in the order of their UTF-8 bytes, as the database sorts them", () => {
  const id = fc.string({
    unit: fc.constantFrom("a", "b", "\u00e9", "\uffee", "\u{1f600}", "\u{10ffff}", "\ue000"),
    maxLength: 4,
  });
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(Math.sign(orderIds(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
