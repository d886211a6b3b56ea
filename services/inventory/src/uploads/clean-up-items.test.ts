import { describe, expect, test } from "@jest/globals";
import { aConnector, unordered } from "../../test/inventory-builders.ts";
import type { Connector } from "../connectors/connector-store.ts";
import { createInMemoryConnectorStore } from "../connectors/in-memory-connector-store.ts";
import { createInMemoryDiscoveryRunStore } from "../connectors/in-memory-discovery-run-store.ts";
import { itemIdOf } from "../items/item.ts";
import { cleanUpItems } from "./clean-up-items.ts";
import { finishCleanUps } from "./finish-clean-ups.ts";
import { createInMemoryItems } from "./in-memory-items.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";
import { purgeOld } from "./purge-old.ts";
import { uploadItems } from "./upload-items.ts";

const key = (id: string, region = "eu") => ({ accountId: "acc", region, type: "vm", id });
const keys = (from: number, to: number, region?: string) =>
  Array.from({ length: to - from }, (_, n) => key(`i-${from + n}`, region));

class Crash extends Error {}

async function anInventory(around: (removals: ItemRemovalStore) => Partial<ItemRemovalStore> = () => ({})) {
  const stores = createInMemoryItems();
  const runs = createInMemoryDiscoveryRunStore();
  const connectors = createInMemoryConnectorStore();
  const connector = aConnector("cloud");
  await connectors.insert(connector, "");
  const clock = { now: new Date("2026-01-01T00:00:00Z"), changes: 0 };
  const now = () => clock.now;
  const changed = () => void clock.changes++;
  const removals = { ...stores.removals, ...around(stores.removals) };
  const upload = async (discoveryId: string, items: readonly object[], scope?: object, who: Connector = connector) => {
    const body = { discoveryId, ...(scope ? { scope } : {}), items };
    const result = await uploadItems(
      { connectors, runs, items: stores.items, now, noteInserted: () => undefined, changed, ...unordered },
      who,
      body,
    );
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.answer;
  };
  const cleanUp = (body: unknown, who: Connector = connector, withinMs?: number) =>
    cleanUpItems({ removals, runs, now, changed }, who, body, withinMs);
  const left = async (...asked: readonly { id: string }[]) => {
    const found = await stores.items.read(asked.map((one) => itemIdOf({ ...key(""), ...one })));
    return [...found.values()].map((item) => item.key.id);
  };
  const coverage = () => finishCleanUps({ removals, runs, now, changed }, new AbortController().signal);
  const purge = () => purgeOld({ removals, runs, now }, new AbortController().signal);
  return { upload, cleanUp, left, coverage, purge, stores, runs, connectors, clock };
}

describe("a clean-up", () => {
  test("removes what the run did not see, and gives the same result when repeated", async () => {
    const { upload, cleanUp, left, clock } = await anInventory();
    await upload("one", keys(0, 5));
    await upload("two", keys(2, 6));
    clock.changes = 0;
    const first = await cleanUp({ discoveryId: "two" });
    expect(first).toEqual({ ok: true, answer: { discoveryId: "two", removed: 2, kept: 4 } });
    expect(clock.changes).toBeGreaterThan(0);
    expect(await left(...keys(0, 6))).toEqual(["i-2", "i-3", "i-4", "i-5"]);
    await upload("three", keys(0, 2));
    expect(await cleanUp({ discoveryId: "two", force: true })).toEqual(first);
    expect(await left(...keys(0, 2))).toEqual(["i-0", "i-1"]);
  });

  test("keeps items outside of its scope and items of other connectors", async () => {
    const { upload, cleanUp, left, connectors } = await anInventory();
    const other = aConnector("other");
    await connectors.insert(other, "");
    await upload("theirs", [key("theirs")], undefined, other);
    await upload("one", [...keys(0, 2), key("us", "us")]);
    await upload("two", keys(1, 2), { regions: ["eu"] });
    expect(await cleanUp({ discoveryId: "two", scope: { regions: ["eu"] } })).toMatchObject({
      answer: { removed: 1, kept: 1 },
    });
    expect(await left(key("theirs"), key("us", "us"), ...keys(0, 2))).toEqual(["theirs", "us", "i-1"]);
  });

  test("closes its run to uploads", async () => {
    const { upload, cleanUp } = await anInventory();
    await upload("one", keys(0, 2));
    await cleanUp({ discoveryId: "one" });
    await expect(upload("one", keys(0, 2))).rejects.toThrow(/closed by its clean-up/);
  });

  test("is refused with the counts when it must be a mistake", async () => {
    const { upload, cleanUp, left, clock } = await anInventory();
    const refused = async (body: object, wouldRemove: number, wouldKeep: number, message: RegExp) =>
      expect(await cleanUp(body)).toMatchObject({
        ok: false,
        failure: { kind: "clean-up-refused", wouldRemove, wouldKeep, message: expect.stringMatching(message) },
      });
    await upload("one", keys(0, 300));
    await refused({ discoveryId: "never" }, 300, 0, /upload/);
    await refused({ discoveryId: "never", force: true, scope: { regions: ["us"] } }, 0, 0, /upload/);
    await upload("nothing", [{ id: "unreadable" }]);
    await refused({ discoveryId: "nothing", force: true }, 300, 0, /removes everything/);
    await upload("some", keys(0, 199));
    await refused({ discoveryId: "some" }, 101, 199, /30 %.*force/);
    await refused({ discoveryId: "one" }, 0, 300, /not the newest.*"nothing"/);
    expect(await left(...keys(0, 300))).toHaveLength(300);
    clock.now = new Date("2026-01-15T00:00:01Z");
    await refused({ discoveryId: "some", force: true }, 101, 199, /14 days/);
    await upload("more", keys(0, 200));
    expect(await cleanUp({ discoveryId: "more" })).toMatchObject({ answer: { removed: 100, kept: 200 } });
    await upload("few", keys(0, 1));
    await refused({ discoveryId: "few" }, 199, 1, /30 %/);
    expect(await cleanUp({ discoveryId: "few", force: true })).toMatchObject({ answer: { removed: 199, kept: 1 } });
  });

  test("is not blocked by a newer run of another scope", async () => {
    const { upload, cleanUp } = await anInventory();
    await upload("eu 1", keys(0, 2), { regions: ["eu"] });
    await upload("eu 2", keys(0, 1), { regions: ["eu"] });
    for (let n = 0; n < 201; n += 1) await upload(`us ${n}`, keys(0, 1, "us"), { regions: ["us"] });
    expect(await cleanUp({ discoveryId: "eu 2" })).toMatchObject({ answer: { removed: 1, kept: 1 } });
    await upload("eu 3", keys(0, 1), { types: ["vm"] });
    expect(await cleanUp({ discoveryId: "us 200" })).toMatchObject({
      failure: { kind: "clean-up-refused", message: expect.stringContaining('"eu 3"') },
    });
  });

  test("with another scope than its run is a conflict, and an invalid body is refused by field", async () => {
    const { upload, cleanUp } = await anInventory();
    await upload("one", keys(0, 1), { regions: ["eu"] });
    expect(await cleanUp({ discoveryId: "one", scope: { regions: ["us"] } })).toMatchObject({
      failure: { kind: "conflict", message: expect.stringContaining("another scope") },
    });
    expect(await cleanUp({ force: "yes", scope: { regions: [] }, dryRun: true })).toMatchObject({
      failure: {
        kind: "invalid-input",
        fields: [{ path: "discoveryId" }, { path: "scope.regions" }, { path: "force" }, { path: "dryRun" }],
      },
    });
    expect(await cleanUp(null)).toMatchObject({ failure: { kind: "invalid-input" } });
  });

  test("that was interrupted continues when repeated, and counts everything", async () => {
    let steps = 0;
    const { upload, cleanUp } = await anInventory((removals) => ({
      async *removeUnseen(coverage, at) {
        for await (const removed of removals.removeUnseen(coverage, at)) {
          if (++steps === 2) throw new Crash();
          yield removed;
        }
      },
    }));
    await upload("one", keys(0, 10));
    await upload("two", keys(5, 10));
    await expect(cleanUp({ discoveryId: "two" })).rejects.toThrow(Crash);
    await upload("three", keys(9, 10));
    expect(await cleanUp({ discoveryId: "two" })).toMatchObject({ answer: { removed: 5, kept: 5 } });
  });

  test("that takes too long is answered with a timeout, and finished in the background", async () => {
    const { upload, cleanUp, left, coverage, clock } = await anInventory((removals) => ({
      async *removeUnseen(coverage, at) {
        for await (const removed of removals.removeUnseen(coverage, at)) {
          clock.now = new Date(clock.now.getTime() + 1_000);
          yield removed;
        }
      },
    }));
    await upload("one", keys(0, 10));
    await upload("two", keys(5, 10));
    expect(await cleanUp({ discoveryId: "two" }, undefined, 2_500)).toMatchObject({
      failure: { kind: "timeout", message: expect.stringContaining("send the same request again") },
    });
    expect(await left(...keys(0, 5))).toHaveLength(2);
    await coverage();
    expect(await left(...keys(0, 5))).toHaveLength(2);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await coverage();
    expect(await left(...keys(0, 5))).toHaveLength(0);
    expect(await cleanUp({ discoveryId: "two" })).toMatchObject({ answer: { removed: 5, kept: 5 } });
  });
});

describe("a removed item", () => {
  test("is restored by a run that is not older, as one seen for the first time", async () => {
    const { upload, cleanUp, stores, clock } = await anInventory();
    await upload("old", keys(0, 2));
    await upload("new", keys(1, 2));
    await cleanUp({ discoveryId: "new" });
    expect(await upload("old", keys(0, 1))).toMatchObject({
      accepted: 0,
      rejected: [{ field: "items[0]", message: expect.stringContaining("removed by a newer run") }],
    });
    clock.now = new Date("2026-01-02T00:00:00Z");
    expect(await upload("newest", keys(0, 1))).toMatchObject({ accepted: 1, rejected: [] });
    const itemId = itemIdOf(key("i-0"));
    expect((await stores.items.read([itemId])).get(itemId)).toMatchObject({ rev: 3, firstSeenAt: clock.now });
  });

  test("has no owner: the next connector that uploads it owns it", async () => {
    const { upload, cleanUp, connectors } = await anInventory();
    const other = aConnector("other");
    await connectors.insert(other, "");
    await upload("one", keys(0, 2));
    await upload("two", keys(1, 2));
    await cleanUp({ discoveryId: "two" });
    expect(await upload("theirs", keys(0, 1), undefined, other)).toMatchObject({ accepted: 1 });
    expect(await upload("three", keys(0, 1))).toMatchObject({
      rejected: [{ message: expect.stringContaining('"other"') }],
    });
  });

  test("is purged after thirty days, as its run is", async () => {
    const { upload, cleanUp, purge, stores, runs, clock } = await anInventory();
    await upload("one", keys(0, 2));
    await upload("two", keys(1, 2));
    await cleanUp({ discoveryId: "two" });
    await stores.memberships.settle(await stores.memberships.readOpen(10, clock.now));
    const itemId = itemIdOf(key("i-0"));
    clock.now = new Date("2026-01-30T23:59:59Z");
    await purge();
    expect((await stores.items.readHeads([itemId])).size).toBe(1);
    clock.now = new Date("2026-01-31T00:00:01Z");
    await purge();
    expect((await stores.items.readHeads([itemId])).size).toBe(0);
    expect(await runs.find("uuid-of-cloud", "two")).toBeUndefined();
  });

  test("that a newer run sees while it is being removed stays", async () => {
    const { upload, cleanUp, left } = await anInventory((removals) => ({
      async *removeUnseen(coverage, at) {
        await upload("newer", keys(0, 2));
        yield* removals.removeUnseen(coverage, at);
      },
    }));
    await upload("one", keys(0, 4));
    await upload("two", keys(3, 4));
    expect(await cleanUp({ discoveryId: "two" })).toMatchObject({ answer: { removed: 1, kept: 3 } });
    expect(await left(...keys(0, 4))).toEqual(["i-0", "i-1", "i-3"]);
  });

  test("that was just read as unchanged is accepted again", async () => {
    let race = async () => {};
    const { stores, runs, connectors, upload, cleanUp, left, clock } = await anInventory();
    await upload("one", keys(0, 2));
    await upload("two", keys(1, 2));
    const items = {
      ...stores.items,
      async markSeen(...given: Parameters<typeof stores.items.markSeen>) {
        await race();
        return stores.items.markSeen(...given);
      },
    };
    race = async () => {
      race = async () => {};
      await cleanUp({ discoveryId: "two" });
    };
    const needs = {
      connectors,
      runs,
      items,
      now: () => clock.now,
      noteInserted: () => undefined,
      changed: () => undefined,
      ...unordered,
    };
    const body = { discoveryId: "two", items: keys(0, 2) };
    expect(await uploadItems(needs, aConnector("cloud"), body)).toMatchObject({
      answer: { accepted: 1, unchanged: 1, rejected: [] },
    });
    expect(await left(...keys(0, 2))).toEqual(["i-0", "i-1"]);
  });
});
