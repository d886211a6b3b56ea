import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { aConnector, unordered } from "../../test/inventory-builders.ts";
import type { Connector } from "../connectors/connector-store.ts";
import { createInMemoryConnectorStore } from "../connectors/in-memory-connector-store.ts";
import { createInMemoryDiscoveryRunStore } from "../connectors/in-memory-discovery-run-store.ts";
import { itemIdOf } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { OpenedItem } from "../items/membership-store.ts";
import { createInMemoryItems } from "./in-memory-items.ts";
import { uploadItems } from "./upload-items.ts";

const key = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });

async function anInventory(around: (items: ItemStore) => Partial<ItemStore> = () => ({})) {
  const stored = createInMemoryItems().items;
  const connectors = createInMemoryConnectorStore();
  const connector = aConnector("cloud");
  await connectors.insert(connector, "");
  const clock = { now: new Date("2026-01-01T00:00:00Z"), changes: 0 };
  const items = { ...stored, ...around(stored) };
  const recentlyWritten: OpenedItem[] = [];
  const needs = {
    connectors,
    runs: createInMemoryDiscoveryRunStore(),
    items,
    now: () => clock.now,
    noteInserted: (written: readonly OpenedItem[]) => void recentlyWritten.push(...written),
    changed: () => void clock.changes++,
    ...unordered,
  };
  const upload = (body: unknown, who: Connector = connector) => uploadItems(needs, who, body);
  const send = async (body: unknown, who?: Connector) => {
    const result = await upload(body, who);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.answer;
  };
  const read = async (id: string) => (await stored.read([itemIdOf(key(id))])).get(itemIdOf(key(id)));
  return { upload, send, read, recentlyWritten, connectors, connector, clock };
}

/** Generates values that resemble items. Some are valid and some are invalid. */
const almostItem = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        accountId: fc.oneof({ weight: 9, arbitrary: fc.constant("acc") }, { weight: 1, arbitrary: fc.jsonValue() }),
        region: fc.constant("eu"),
        type: fc.constant("vm"),
        id: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom("a", "b", "c") },
          { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
        ),
        name: fc.oneof(fc.string(), fc.jsonValue()),
        ips: fc.oneof(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), fc.jsonValue()),
        tags: fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.jsonValue()),
        item: fc.jsonValue({ maxDepth: 6 }),
        macAddress: fc.oneof(fc.constantFrom("001A.2B3C.4D5E", "00-1a-2b-3c-4d-5e-6f-70"), fc.string()),
        unknown: fc.jsonValue(),
      },
      { requiredKeys: ["region", "type", "id", "accountId"] },
    ),
  },
);

test("any upload is answered without an exception, its counts add up, and each index is rejected at most once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(almostItem, { minLength: 1, maxLength: 12 }), async (items) => {
      const { send, read } = await anInventory();
      const { accepted, unchanged, rejected } = await send({ discoveryId: "d", items });
      expect(accepted + unchanged + rejected.length).toBe(items.length);
      expect(new Set(rejected.map(({ index }) => index)).size).toBe(rejected.length);
      for (const { index, field, message } of rejected) {
        expect(field.startsWith(`items[${index}]`)).toBe(true);
        expect(message.length).toBeGreaterThan(10);
      }
      const again = await send({ discoveryId: "d", items });
      expect({ ...again, accepted }).toEqual({ discoveryId: "d", accepted, unchanged: accepted + unchanged, rejected });
      for (const id of ["a", "b", "c"]) expect((await read(id))?.rev ?? 1).toBe(1);
    }),
    { numRuns: 200 },
  );
});

test("`noteInserted` gets the new items as written, and no others", async () => {
  const { send, recentlyWritten } = await anInventory();
  const named = (id: string, name: string) => ({ ...key(id), name });
  await send({
    discoveryId: "d",
    items: [named("a", "first"), named("b", "first"), { ...key("c"), ips: ["nowhere"] }],
  });
  expect(recentlyWritten).toMatchObject([
    { itemId: itemIdOf(key("a")), rev: 1, name: "first", connectorId: "cloud" },
    { itemId: itemIdOf(key("b")), rev: 1 },
  ]);
  await send({ discoveryId: "d", items: [named("a", "second"), named("b", "first")] });
  expect(recentlyWritten).toHaveLength(2);
});

test("any body is refused field by field, without an exception", async () => {
  const { upload } = await anInventory();
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      const result = await upload(body);
      expect(result.ok).toBe(false);
      if (!result.ok) expect(result.failure.kind).toBe("invalid-input");
    }),
  );
});

test("a single error anywhere is reported with its path and what to change", async () => {
  const { send } = await anInventory();
  const faulty: readonly (readonly [object, string, RegExp])[] = [
    [{ ips: ["10.0.0.5/24"] }, "items[0].ips[0]", /did you mean 10\.0\.0\.0\/24 or 10\.0\.0\.5\/32/],
    [{ ips: ["::ffff:10.0.0.1"] }, "items[0].ips[0]", /did you mean 10\.0\.0\.1/],
    [{ ips: "10.0.0.1" }, "items[0].ips", /list/],
    [{ ips: Array(1_001).fill("10.0.0.1") }, "items[0].ips", /1001.*1000/],
    [{ tags: { a: 5 } }, "items[0].tags.a", /quotes/],
    [{ tags: { "": "x" } }, "items[0].tags", /without a name/],
    [{ tags: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, ""])) }, "items[0].tags", /101/],
    [{ macAddress: "nope" }, "items[0].macAddress", /00:1a:2b/],
    [{ name: "x".repeat(1_025) }, "items[0].name", /1025/],
    [{ item: [] }, "items[0].item", /object/],
    [{ item: { a: "x".repeat(300_000) } }, "items[0].item", /bytes/],
    [{ item: JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) }, "items[0].item", /nested/],
    [{ hostName: "x" }, "items[0].hostName", /not a member/],
    [{ id: "a\u0007" }, "items[0].id", /control character/],
    [{ id: "" }, "items[0].id", /empty/],
  ];
  for (const [more, field, message] of faulty) {
    const { rejected } = await send({ discoveryId: "d", items: [{ ...key("a"), ...more }] });
    expect(rejected).toEqual([expect.objectContaining({ index: 0, field, message: expect.stringMatching(message) })]);
  }
});

describe("an item", () => {
  test("is stored in canonical form", async () => {
    const { send, read } = await anInventory();
    const item = {
      ...key("a"),
      ips: ["2001:DB8:0::1", "10.0.0.1/32", "10.0.0.1", "10.0.0.0/8"],
      macAddress: "001A.2B3C.4D5E",
      item: { b: [{ d: 1, c: null }], a: "x" },
    };
    await send({ discoveryId: "d", items: [item] });
    expect(await read("a")).toMatchObject({
      ips: ["2001:db8::1", "10.0.0.1", "10.0.0.0/8"],
      macAddress: "00:1a:2b:3c:4d:5e",
      attributes: '{"a":"x","b":[{"c":null,"d":1}]}',
    });
  });

  test("is unchanged by another order of addresses, tags and attributes, and only marked as seen", async () => {
    const { send, read, clock } = await anInventory();
    const item = { ...key("a"), ips: ["10.0.0.1", "10.0.0.2"], tags: { a: "1", b: "2" }, item: { x: 1, y: [1, 2] } };
    await send({ discoveryId: "d", items: [item] });
    clock.now = new Date("2026-02-01T00:00:00Z");
    const turned = {
      ...key("a"),
      ips: ["10.0.0.2", "10.0.0.1/32"],
      tags: { b: "2", a: "1" },
      item: { y: [1, 2], x: 1 },
    };
    expect(await send({ discoveryId: "e", items: [turned] })).toMatchObject({ accepted: 0, unchanged: 1 });
    expect(await read("a")).toMatchObject({
      rev: 1,
      lastSeenAt: clock.now,
      lastChangedAt: new Date("2026-01-01T00:00:00Z"),
    });
    expect(clock.changes).toBe(1);
  });

  test("is not changed by an older run of its connector once a newer one has seen it", async () => {
    const { send, read } = await anInventory();
    await send({ discoveryId: "old", items: [key("other")] });
    await send({ discoveryId: "new", items: [{ ...key("a"), name: "new" }] });
    const late = await send({ discoveryId: "old", items: [{ ...key("a"), name: "old" }, key("other")] });
    expect(late).toMatchObject({
      accepted: 0,
      unchanged: 1,
      rejected: [{ index: 0, message: expect.stringContaining("newer run") }],
    });
    expect((await read("a"))?.name).toBe("new");
  });

  test("belongs to the first connector until that one is removed", async () => {
    const { send, read, connectors, connector } = await anInventory();
    const second = aConnector("second");
    await connectors.insert(second, "");
    await send({ discoveryId: "d", items: [key("a")] });
    expect((await send({ discoveryId: "d", items: [key("a")] }, second)).rejected).toHaveLength(1);
    await connectors.remove(connector.id, new Date());
    expect(await send({ discoveryId: "d", items: [key("a")] }, second)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await read("a")).toMatchObject({ rev: 2, connectorUuid: second.uuid, connectorId: "second" });
  });

  test("outside of the connector's scope is rejected by its member", async () => {
    const { send, connectors } = await anInventory();
    const scope = { accountIds: ["acc"], regions: null, types: ["db"] };
    const bound = aConnector("bound", { scope });
    await connectors.insert(bound, "");
    const { accepted, rejected } = await send(
      { discoveryId: "d", items: [key("a"), { ...key("b"), type: "db" }] },
      bound,
    );
    expect(accepted).toBe(1);
    expect(rejected).toMatchObject([{ index: 0, field: "items[0].type", message: expect.stringContaining('"db"') }]);
  });

  test("that another upload changes concurrently is written over the newer state", async () => {
    let race = true;
    const { send, read } = await anInventory((items) => ({
      async replace(writes, stamp) {
        if (race) {
          race = false;
          await items.replace(
            writes.map((write) => ({ ...write, contentHash: "of another upload" })),
            stamp,
          );
        }
        return items.replace(writes, stamp);
      },
    }));
    await send({ discoveryId: "d", items: [key("a")] });
    expect(await send({ discoveryId: "d", items: [{ ...key("a"), name: "newest" }] })).toMatchObject({
      accepted: 1,
      rejected: [],
    });
    expect(await read("a")).toMatchObject({ rev: 3, name: "newest" });
  });
});

test("known items are marked in one statement without a read, also along with new ones", async () => {
  let calls: string[] = [];
  const { send, read, clock } = await anInventory((items) => ({
    readHeads(itemIds) {
      calls.push("read");
      return items.readHeads(itemIds);
    },
    markSeen(seen, stamp) {
      calls.push("mark");
      return items.markSeen(seen, stamp);
    },
  }));
  await send({ discoveryId: "d", items: [key("a"), key("b")] });
  calls = [];
  expect(await send({ discoveryId: "d", items: [key("a"), key("b")] })).toMatchObject({ accepted: 0, unchanged: 2 });
  expect(calls).toEqual(["mark"]);
  calls = [];
  clock.now = new Date("2026-01-02T00:00:00Z");
  const mixed = { discoveryId: "d", items: [key("a"), { ...key("b"), name: "b" }, key("c")] };
  expect(await send(mixed)).toMatchObject({ accepted: 2, unchanged: 1, rejected: [] });
  expect(calls).toEqual(["mark", "read"]);
  expect((await read("a"))?.lastSeenAt).toEqual(clock.now);
});

test("an item that an older run changes while a newer one finds it unchanged ends in the newer state", async () => {
  let race = async () => {};
  const { send, read } = await anInventory((items) => ({
    async markSeen(seen, stamp) {
      await race();
      return items.markSeen(seen, stamp);
    },
  }));
  const named = (name: string) => ({ items: [{ ...key("a"), name }] });
  await send({ discoveryId: "old", ...named("new") });
  race = async () => {
    race = async () => {};
    expect(await send({ discoveryId: "old", ...named("old") })).toMatchObject({ accepted: 1 });
  };
  expect(await send({ discoveryId: "new", ...named("new") })).toMatchObject({ accepted: 1, rejected: [] });
  expect(await read("a")).toMatchObject({ rev: 3, name: "new" });
});

test("an item of a connector that was registered during other uploads keeps its owner", async () => {
  const third = aConnector("third");
  const between: { rob?: () => Promise<unknown> } = {};
  const { send, read, connectors, connector } = await anInventory((items) => ({
    async replace(writes, stamp) {
      const { rob } = between;
      between.rob = async () => {};
      await rob?.();
      return items.replace(writes, stamp);
    },
  }));
  const second = aConnector("second");
  await connectors.insert(second, "");
  await send({ discoveryId: "d", items: [key("a")] });
  await connectors.remove(connector.id, new Date());
  between.rob = async () => {
    await connectors.insert(third, "");
    await send({ discoveryId: "d", items: [key("a")] }, third);
  };
  const late = await send({ discoveryId: "d", items: [key("a")] }, second);
  expect(late.rejected).toMatchObject([{ message: expect.stringContaining('belongs to the connector "third"') }]);
  expect(await read("a")).toMatchObject({ connectorId: "third" });
});

test("a run ends after fourteen days, and keeps the scope of its first upload", async () => {
  const { upload, send, clock } = await anInventory();
  await send({ discoveryId: "d", scope: { regions: ["eu"] }, items: [key("a")] });
  const other = await upload({ discoveryId: "d", scope: { regions: ["us"] }, items: [key("a")] });
  expect(other).toMatchObject({
    ok: false,
    failure: { kind: "conflict", message: expect.stringContaining("another scope") },
  });
  expect(await send({ discoveryId: "d", scope: { regions: ["eu", "eu"] }, items: [key("a")] })).toMatchObject({
    unchanged: 1,
  });
  clock.now = new Date("2026-01-15T00:00:01Z");
  const late = await upload({ discoveryId: "d", items: [key("a")] });
  expect(late).toMatchObject({ ok: false, failure: { kind: "conflict", message: expect.stringContaining("14 days") } });
});
