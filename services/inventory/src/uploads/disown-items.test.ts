import { expect, test } from "@jest/globals";
import { aConnector, aStamp, aWrite } from "../../test/inventory-builders.ts";
import { createInMemoryConnectorStore } from "../connectors/in-memory-connector-store.ts";
import { disownItems } from "./disown-items.ts";
import { createInMemoryItems } from "./in-memory-items.ts";

const never = new AbortController().signal;

async function anInventory() {
  const { items } = createInMemoryItems();
  const connectors = createInMemoryConnectorStore();
  for (const id of ["gone", "kept"]) await connectors.insert(aConnector(id), "");
  const clock = { now: new Date("2026-01-01T00:00:00Z"), changes: 0 };
  const needs = { connectors, items, now: () => clock.now, changed: () => void clock.changes++ };
  const upload = (name: string, by: string) =>
    items.insert([aWrite(name)], aStamp({ connectorId: by, connectorUuid: `uuid-of-${by}` }));
  const ownerOf = async (name: string) => {
    const { itemId } = aWrite(name);
    return (await items.read([itemId])).get(itemId)?.connectorId;
  };
  return { connectors, clock, upload, ownerOf, disown: () => disownItems(needs, never) };
}

test("items of a removed connector lose their owner, and other items keep theirs", async () => {
  const { connectors, clock, upload, ownerOf, disown } = await anInventory();
  await upload("one", "gone");
  await upload("two", "kept");
  await disown();
  expect(clock.changes).toBe(0);
  await connectors.remove("gone", clock.now);
  await disown();
  expect([await ownerOf("one"), await ownerOf("two")]).toEqual([null, "kept"]);
  expect(clock.changes).toBe(1);
});

test("items written later by an upload admitted before lose their owner, too, for ten minutes", async () => {
  const { connectors, clock, upload, ownerOf, disown } = await anInventory();
  await connectors.remove("gone", clock.now);
  await disown();
  await upload("late", "gone");
  clock.now = new Date("2026-01-01T00:10:01Z");
  await disown();
  expect(await ownerOf("late")).toBeNull();
  expect(await connectors.listRemoved(10)).toEqual([]);
});

test("an interrupted removal disowns nothing", async () => {
  const { connectors, clock, upload, ownerOf, disown } = await anInventory();
  await upload("one", "kept");
  const removed = [{ uuid: "uuid-of-kept", removedAt: clock.now }];
  Object.assign(connectors, { listRemoved: async () => removed });
  await disown();
  expect(await ownerOf("one")).toBe("kept");
});
