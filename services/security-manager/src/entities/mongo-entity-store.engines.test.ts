import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { type Db, MongoClient } from "mongodb";
import type { EntityChange, EntityStore } from "./entity-store.ts";
import { createMongoEntityStore, ENTITY_INDEXES } from "./mongo-entity-store.ts";

let client: MongoClient;
let database: Db;
let store: EntityStore;

beforeAll(async () => {
  client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
  database = client.db(`entity-store-${crypto.randomUUID().slice(0, 8)}`);
  await createIndexes(database, ENTITY_INDEXES);
  store = createMongoEntityStore(database);
});
afterAll(async () => {
  await database.dropDatabase();
  await client.close();
});

function change(id: string, version: number, more: Partial<EntityChange & { deviceId: number }> = {}): EntityChange {
  const { deviceId = null, ...rest } = more;
  const entity = {
    ...{ kind: "asset" as const, id, deviceId, name: `version ${version}`, displayName: id, comment: "" },
    ...{ connections: [], applications: [] },
  };
  return { entity, deviceName: deviceId === null ? null : "old name", version, isDeleted: false, ...rest };
}
const nameOf = async (id: string, deviceId: number | null = null) =>
  (await store.find({ kind: "asset", id, deviceId }))?.name;

test("of writes at once the one of the highest version stays, whatever their order", async () => {
  for (let round = 0; round < 15; round += 1) {
    const ids = [`a-${round}`, `b-${round}`, `c-${round}`];
    const versions = [3, 1, 2].map((version) => round * 10 + version);
    await Promise.all(
      versions.map((version) => {
        const changes = ids.map((id) => change(id, version));
        return store.save(version % 2 === 0 ? changes : changes.toReversed(), new Date());
      }),
    );
    for (const id of ids) expect(await nameOf(id)).toBe(`version ${round * 10 + 3}`);
  }
});

test("a deleted entity is not found, is not brought back by an older write, and is forgotten once the index knows", async () => {
  const now = new Date();
  await store.save([change("gone", 1_000)], now);
  const deleted = change("gone", 1_002, { isDeleted: true });
  await store.save([deleted], now);
  await store.save([change("gone", 1_001)], now);
  expect(await nameOf("gone")).toBeUndefined();
  expect(await store.listDevicesOf("asset", "gone")).toEqual([]);
  expect((await store.findExisting([deleted.entity])).size).toBe(0);
  const later = new Date(now.getTime() + 1_000);
  const isKept = async () => (await database.collection("entities").countDocuments({ entityId: "gone" })) === 1;
  await store.purge(later);
  expect(await isKept()).toBe(true);
  await store.close([deleted]);
  await store.purge(now);
  expect(await isKept()).toBe(true);
  await store.purge(later);
  expect(await isKept()).toBe(false);
});

test("a change is open until its version is closed", async () => {
  const now = new Date(Date.now() + 10_000);
  const [before, after] = [now, new Date(now.getTime() + 1)];
  const first = change("open", 2_000);
  await store.save([first], now);
  const isOpen = async (time: Date) => (await store.listOpen(time, 1_000)).some(({ entity }) => entity.id === "open");
  expect([await isOpen(before), await isOpen(after)]).toEqual([false, true]);
  const second = change("open", 2_001);
  await store.save([second], now);
  await store.close([first]);
  expect(await isOpen(after)).toBe(true);
  await store.close([second], new Date(after.getTime() + 1_000));
  expect(await isOpen(after)).toBe(false);
  await store.close([second]);
  expect(await isOpen(new Date(after.getTime() + 10_000))).toBe(false);
});

test("a device's new name and its end reach its entities, as new versions", async () => {
  const now = new Date();
  await store.save([change("named", 3_000, { deviceId: 7 }), change("named", 3_000, { deviceId: 8 })], now);
  expect(await store.listDevices([7, 9])).toEqual([7]);
  expect([...(await store.listDevices())].sort()).toEqual([7, 8]);
  await store.close([change("named", 3_000, { deviceId: 7 })]);
  await store.rename(7, "new name", 3_001, now);
  await store.rename(7, "new name", 3_002, now);
  const open = await store.listOpen(new Date(now.getTime() + 1), 1_000);
  expect(open.filter(({ entity }) => entity.deviceId === 7)).toMatchObject([
    { deviceName: "new name", version: 3_001, isDeleted: false },
  ]);
  await store.removeOf(7, 3_003, now);
  expect(await nameOf("named", 7)).toBeUndefined();
  expect(await nameOf("named", 8)).toBe("version 3000");
});

test("a kind is listed page after page, without deleted entities and other kinds", async () => {
  const now = new Date();
  const scopes = ["a", "b", "c", "d"].map((id) => {
    const one = change(id, 4_000);
    return { ...one, entity: { ...one.entity, kind: "scope" as const } };
  });
  await store.save([...scopes, change("a", 4_000)], now);
  await store.save(
    scopes.slice(1, 2).map((one) => ({ ...one, version: 4_001, isDeleted: true })),
    now,
  );
  const first = await store.list("scope", undefined, 2);
  const second = await store.list("scope", first.at(-1)?.entity, 2);
  expect([...first, ...second].map(({ entity }) => entity.id)).toEqual(["a", "c", "d"]);
  expect(await store.count("scope", null, 2)).toBe(2);
  expect(await store.count("scope", null, 10)).toBe(3);
});
