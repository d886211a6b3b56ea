import { expect, test } from "@jest/globals";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createRecentlyWrittenItems, insertedItem } from "./recently-written-items.ts";

const at = new Date("2026-01-01T00:00:00Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const written = (id: string, when = at, name = id) => insertedItem(aWrite(id, { name }), aStamp({ at: when }));

test("cached items are taken once, in order, up to a time of writing", () => {
  const recentlyWritten = createRecentlyWrittenItems(() => at);
  recentlyWritten.add([written("a"), written("b", after(1_000)), written("c")]);
  expect(recentlyWritten.take(10, at).map((item) => item.name)).toEqual(["a", "c"]);
  expect(recentlyWritten.take(10, at)).toEqual([]);
  expect(recentlyWritten.take(10, after(1_000)).map((item) => item.name)).toEqual(["b"]);
});

test("items that were read from the database, or are too old, are not taken", () => {
  let time = at;
  const recentlyWritten = createRecentlyWrittenItems(() => time);
  recentlyWritten.add([written("read"), written("old")]);
  recentlyWritten.drop([written("read")]);
  time = after(31_000);
  recentlyWritten.add([written("new", time)]);
  expect(recentlyWritten.take(10, time).map((item) => item.name)).toEqual(["new"]);
});

test("cached items take a bounded amount of memory, however large they are", () => {
  const recentlyWritten = createRecentlyWrittenItems(() => at);
  const large = Array.from({ length: 10_000 }, (_, n) => written(`i-${n}`, at, "x".repeat(1_024)));
  recentlyWritten.add(large);
  const taken = recentlyWritten.take(20_000, at).length;
  expect(taken).toBeGreaterThan(2_000);
  expect(taken).toBeLessThan(4_096);
  recentlyWritten.add(large);
  expect(recentlyWritten.take(20_000, at)).toHaveLength(taken);
  recentlyWritten.add(large);
  recentlyWritten.clear();
  expect(recentlyWritten.take(20_000, at)).toEqual([]);
});
