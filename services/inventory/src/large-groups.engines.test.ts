import { beforeAll, expect, test } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { aFilter, aStamp, aWrite } from "../test/inventory-builders.ts";
import { createMongoAddressListStore } from "./addresses/mongo-address-list-store.ts";
import { createMongoGroupStore } from "./groups/mongo-group-store.ts";
import type { ItemWrite } from "./items/item-store.ts";
import { membershipOf } from "./items/membership.ts";
import { createMongoItemStore } from "./items/mongo-item-store.ts";
import { createMongoMembershipStore } from "./items/mongo-membership-store.ts";
import { computeMembers } from "./members/compute-members.ts";
import { DATABASE_INDEXES } from "./mongo-indexes.ts";

/** The environment variable `GROUP_ITEMS` sets the number of items. The tested group contains every item. */
const ITEMS = Number(process.env.GROUP_ITEMS ?? 20_000);
const STEP = 1_000;

const database = mongoDatabases("inventory_large")();
beforeAll(() => createIndexes(database, ...DATABASE_INDEXES));

test(
  "a large group holds each of its items once, though they are seen again while it is computed",
  async () => {
    const items = createMongoItemStore(database);
    const groups = createMongoGroupStore(database);
    const memberships = createMongoMembershipStore(database);
    const addressLists = createMongoAddressListStore(database);
    const at = new Date("2026-01-01T00:00:00Z");
    const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
    const text = { id: "g", name: "g", description: null, filter: aFilter({ types: ["vm"] }) };
    await groups.create({ ...text, uuid: "u", revision: 1, filterRevision: 1, ...stamps }, undefined);
    await groups.noteFilled("u", 1);
    const all: ItemWrite[] = [];
    for (let from = 0; from < ITEMS; from += STEP) {
      const numbers = Array.from({ length: STEP }, (_, n) => 2 * (from + n));
      const writes = numbers.map((n) =>
        aWrite(`i${n}`, { ips: [`10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`] }),
      );
      await items.insert(writes, aStamp());
      const joining = writes.map(({ itemId }) => ({ itemId, rev: 1 }));
      await memberships.join(membershipOf("u", 1), joining, at);
      all.push(...writes);
    }

    let computing = true;
    const seeing = (async () => {
      for (let run = 2; computing; run += 1)
        await items.markSeen(
          all.slice((run % 20) * 100, (run % 20) * 100 + STEP),
          aStamp({ runSequence: run, at: new Date() }),
        );
    })();
    const group = await groups.findByUuid("u");
    if (!group) throw new Error("the group is not there");
    const needs = { groups, memberships, addressLists, held: () => undefined, now: () => new Date() };
    expect(await computeMembers(needs, group, new AbortController().signal)).toBe(true);
    computing = false;
    await seeing;
    expect((await groups.findByUuid("u"))?.members).toMatchObject({ memberCount: ITEMS, addressCount: ITEMS });
  },
  Math.max(300_000, ITEMS * 10),
);

test("members written between two parts of a read are returned once each", async () => {
  const items = createMongoItemStore(database);
  const memberships = createMongoMembershipStore(database, { most: 200 });
  const writes = Array.from({ length: 300 }, (_, n) => aWrite(`moved-${n}`, { ips: [`10.0.${n >> 8}.${n & 255}`] }));
  await items.insert(writes, aStamp());
  const ids = writes.map(({ itemId }) => itemId);
  await memberships.join(
    "moved/1",
    ids.map((itemId) => ({ itemId, rev: 1 })),
    new Date(),
  );
  const met: string[] = [];
  for await (const ips of memberships.readMemberAddresses("moved/1")) {
    if (met.length === 0) await items.markSeen(writes, aStamp({ runSequence: 2, at: new Date() }));
    met.push(...ips);
  }
  expect(met.sort()).toEqual(writes.flatMap(({ content }) => content.ips).sort());
});
