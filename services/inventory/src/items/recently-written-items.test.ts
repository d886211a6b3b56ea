import { expect, test } from "@jest/globals";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createRecentlyWrittenItems, insertedItem } from "./recently-written-items.ts";

const at = new Date("2026-01-01T00:00:00Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const handing = (id: string, when = at, name = id) => insertedItem(aWrite(id, { name }), aStamp({ at: when }));

test("what was handed over is taken out once, only what was written until then, the first first", () => {
  const handed = createRecentlyWrittenItems(() => at);
  handed.give([handing("a"), handing("b", after(1_000)), handing("c")]);
  expect(handed.take(10, at).map((item) => item.name)).toEqual(["a", "c"]);
  expect(handed.take(10, at)).toEqual([]);
  expect(handed.take(10, after(1_000)).map((item) => item.name)).toEqual(["b"]);
});

test("what was read from the record, or waited for long, is not given", () => {
  let time = at;
  const handed = createRecentlyWrittenItems(() => time);
  handed.give([handing("read"), handing("old")]);
  handed.drop([handing("read")]);
  time = after(31_000);
  handed.give([handing("new", time)]);
  expect(handed.take(10, time).map((item) => item.name)).toEqual(["new"]);
});

test("what waits takes a bounded amount of memory, however large the items are", () => {
  const handed = createRecentlyWrittenItems(() => at);
  const large = Array.from({ length: 10_000 }, (_, n) => handing(`i-${n}`, at, "x".repeat(1_024)));
  handed.give(large);
  const taken = handed.take(20_000, at).length;
  expect(taken).toBeGreaterThan(2_000);
  expect(taken).toBeLessThan(4_096);
  handed.give(large);
  expect(handed.take(20_000, at)).toHaveLength(taken);
  handed.give(large);
  handed.clear();
  expect(handed.take(20_000, at)).toEqual([]);
});
