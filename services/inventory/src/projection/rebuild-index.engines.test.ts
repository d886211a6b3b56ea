import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { type Db, MongoClient } from "mongodb";
import { type RunningInventory, removeInventory, startInventory } from "../../test/running-inventory.ts";
import { createMongoItemStore } from "../items/mongo-item-store.ts";
import { createMongoItemWalk } from "../items/mongo-item-walk.ts";
import { createOpenSearchItemRebuild } from "../search-index/opensearch-item-rebuild.ts";
import { rebuildIndex } from "./rebuild-index.ts";

let issuer: TestIssuer;
let one: RunningInventory;
let two: RunningInventory;
let mongo: MongoClient;
let database: Db;
let openSearch: OpenSearchClient;
beforeAll(async () => {
  issuer = await startTestIssuer();
  one = await startInventory(issuer);
  two = await startInventory(issuer, { MONGO_DATABASE: one.name, REDIS_PREFIX: one.name, INDEX_PREFIX: one.name });
  mongo = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "");
  database = mongo.db(one.name);
  openSearch = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
});
afterAll(async () => {
  for (const inventory of [one, two]) await inventory.stop();
  await removeInventory(one.name);
  await openSearch.stop();
  await mongo.close();
  await issuer.stop();
});

function rebuilding(progress: () => void = () => undefined, holder: string = crypto.randomUUID()) {
  return {
    leases: createMongoLeaseStore(database),
    walk: createMongoItemWalk(database),
    items: createMongoItemStore(database),
    rebuild: createOpenSearchItemRebuild(openSearch, one.name),
    holder,
    now: () => new Date(),
    progress,
  };
}
const never = new AbortController().signal;
const item = (n: number, name: string) => ({
  accountId: "acc",
  region: "eu",
  type: "vm",
  id: `i-${n}`,
  name,
  ips: [`10.${n >> 8}.${n & 255}.1`],
});
const indexes = async () => Object.keys((await openSearch.call("GET", `/${one.name}-items*`)) as object).sort();
const settled = () =>
  eventually(
    () => database.collection("items").countDocuments({ openedAt: { $exists: true } }),
    (open) => open === 0,
    60_000,
  );

test("an index is rebuilt during uploads and clean-ups of two processes, and has exactly the stored items", async () => {
  const cloud = await one.connector("cloud");
  const total = 600;
  const upload = async (run: string, from: number, to: number, name: string, where = one) => {
    for (let at = from; at < to; at += 100) {
      const items = Array.from({ length: Math.min(100, to - at) }, (_, n) => item(at + n, name));
      expect((await where.upload(cloud, { discoveryId: run, items })).status).toBe(200);
    }
  };
  await upload("first", 0, total, "old");
  // The service creates the first index by itself.
  await eventually(indexes, (found) => found.length === 1, 60_000);
  await settled();
  let done = false;
  const changing = (async () => {
    for (let round = 0; !done || round < 2; round += 1) {
      await Promise.all([
        upload(`round ${round}`, 0, 200, `one ${round}`, one),
        upload(`round ${round}`, 200, 500, `two ${round}`, two),
      ]);
      if (round > 0) continue;
      const cleanUp = { discoveryId: "round 0", scope: undefined };
      expect((await two.send("POST", "/inventory/items/cleanup", cleanUp, cloud)).body).toMatchObject({ removed: 100 });
    }
  })();
  const result = await rebuildIndex(rebuilding(), never);
  done = true;
  await changing;
  expect(result).toMatchObject({
    ok: true,
    rebuilt: { index: `${one.name}-items-2`, removed: [`${one.name}-items-1`] },
  });
  expect(await indexes()).toEqual([`${one.name}-items-2`]);
  await settled();
  await openSearch.call("POST", `/${one.name}-items/_refresh`);
  const answer = (await openSearch.call("POST", `/${one.name}-items/_search`, {
    size: 5_000,
    version: true,
    _source: ["id", "name"],
  })) as { hits: { hits: { _id: string; _version: number; _source: { id: string; name: string } }[] } };
  const stored = await database
    .collection("items")
    .find({ deletedAt: { $exists: false } })
    .toArray();
  expect(stored).toHaveLength(500);
  const inIndex = answer.hits.hits.map((hit) => [hit._id, hit._version, hit._source.name].join(" ")).sort();
  expect(inIndex).toEqual(stored.map((each) => [each._id, each.rev, each.name].join(" ")).sort());
});

test("a second rebuild is refused at once, and the next one deletes what an interrupted one left", async () => {
  const [before] = await indexes();
  const broken = new AbortController();
  const first = rebuilding(() => broken.abort(new Error("interrupted")), "first");
  const started = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  const holding = {
    ...first,
    rebuild: {
      ...first.rebuild,
      async begin() {
        const index = await first.rebuild.begin();
        started.resolve();
        await refused.promise;
        return index;
      },
    },
  };
  const breaking = rebuildIndex(holding, broken.signal);
  await started.promise;
  expect(await rebuildIndex(rebuilding(), never)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("another"),
  });
  refused.resolve();
  await expect(breaking).rejects.toThrow("interrupted");
  expect(await indexes()).toHaveLength(2);
  expect(await rebuildIndex(rebuilding(), never)).toMatchObject({ ok: true, rebuilt: { items: 500 } });
  expect(await indexes()).toHaveLength(1);
  expect(await indexes()).not.toContain(before);
});

test("an incomplete index is not searched", async () => {
  const before = await indexes();
  const { rebuild, ...rest } = rebuilding();
  const withoutWrites = { ...rebuild, write: async () => new Map<string, string>() };
  expect(await rebuildIndex({ ...rest, rebuild: withoutWrites }, never)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("is incomplete"),
  });
  expect(await indexes()).toEqual(expect.arrayContaining(before));
  const searched = (await openSearch.call("GET", `/_alias/${one.name}-items`)) as object;
  expect(Object.keys(searched)).toEqual(before);
});
