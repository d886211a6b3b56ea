import { expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import { aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { indexSeen } from "./index-seen.ts";

const never = new AbortController().signal;
const names = ["one", "two", "three"];

async function anInventory() {
  const { items, walk } = createInMemoryItems();
  await items.insert(
    names.map((name) => aWrite(name)),
    aStamp({ at: new Date("2026-01-01T00:00:00Z") }),
  );
  const clock = { now: new Date("2026-01-01T00:10:00Z"), unavailable: false, holders: 0 };
  const written: string[] = [];
  const needs = {
    leases: createInMemoryLeaseStore(),
    walk,
    itemIndex: {
      async rewrite(seen: readonly { readonly key: { readonly id: string } }[]) {
        if (clock.unavailable) throw new Error("unavailable");
        written.push(...seen.map(({ key }) => key.id));
      },
    },
    newHolder: () => `${clock.holders++}`,
    now: () => clock.now,
  };
  const seen = (name: string) =>
    items.markSeen([aWrite(name)], aStamp({ at: clock.now, runSequence: clock.holders + 1 }));
  const run = async () => {
    written.length = 0;
    await indexSeen(needs, never);
    return written.toSorted();
  };
  return { clock, run, seen };
}

test("items seen since the last run are written once an hour", async () => {
  const { clock, run, seen } = await anInventory();
  expect(await run()).toEqual(names.toSorted());
  clock.now = new Date("2026-01-01T00:30:00Z");
  await seen("two");
  expect(await run()).toEqual([]);
  clock.now = new Date("2026-01-01T01:10:00Z");
  expect(await run()).toEqual(["two"]);
  clock.now = new Date("2026-01-01T02:10:00Z");
  expect(await run()).toEqual([]);
});

test("a failed run starts again at once, from the time of the last complete one", async () => {
  const { clock, run, seen } = await anInventory();
  await run();
  clock.now = new Date("2026-01-01T00:30:00Z");
  await seen("two");
  clock.now = new Date("2026-01-01T01:30:00Z");
  clock.unavailable = true;
  await expect(run()).rejects.toThrow("unavailable");
  clock.unavailable = false;
  clock.now = new Date("2026-01-01T01:31:00Z");
  expect(await run()).toEqual(["two"]);
});
