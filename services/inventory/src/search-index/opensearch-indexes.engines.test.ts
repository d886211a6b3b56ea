import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeIndex } from "@network-access/service-runtime/opensearch-alias";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway, IndexRefused } from "@network-access/service-runtime/opensearch-failures";
import { eventually } from "@network-access/testkit/until";
import { addressCount, addressSetOfTexts, intersect } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { z } from "zod";
import { aContent, aFilter, collect } from "../../test/inventory-builders.ts";
import { type GroupFilter, matcherOf, type Selectable } from "../items/group-filter.ts";
import { itemIdOf } from "../items/item.ts";
import type { OpenItem } from "../items/membership-store.ts";
import { createOpenSearchItemSearch } from "../search/opensearch-item-search.ts";
import type { GroupIndex } from "./group-index.ts";
import { itemsIndex } from "./index-mapping.ts";
import type { ItemIndex } from "./item-index.ts";
import { createOpenSearchGroupIndex } from "./opensearch-group-index.ts";
import { createOpenSearchItemIndex, itemsAlias } from "./opensearch-item-index.ts";

const url = process.env.TEST_OPENSEARCH_URL ?? "";
const prefix = `inventory-test-${crypto.randomUUID().slice(0, 8)}`;
let client: OpenSearchClient;
let itemIndex: ItemIndex;
let groupIndex: GroupIndex;

async function* nothing(): AsyncGenerator<never[]> {}

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [url] }, { deadlineMs: 30_000 });
  itemIndex = createOpenSearchItemIndex(client, prefix);
  groupIndex = createOpenSearchGroupIndex(client, prefix);
});
afterAll(async () => {
  for (const name of ["items-1", "groups-1", "random-groups-1"]) await client.call("DELETE", `/${prefix}-${name}`);
  await client.stop();
});

function anOpenItem(content: Selectable, rev = 1): OpenItem {
  const at = new Date("2026-01-01T00:00:00Z");
  const whole = { ...aContent(content.key.id), ...content };
  return {
    ...whole,
    itemId: itemIdOf(whole.key),
    rev,
    touch: 0,
    connectorUuid: "uuid-of-c",
    connectorId: "c",
    firstSeenAt: at,
    lastSeenAt: at,
    lastChangedAt: at,
    memberships: [],

    removed: false,
    selectionChanged: true,
    addressesChanged: true,
  };
}

test("an index is created once, filled before it can be used, and unavailable until then", async () => {
  await expect(itemIndex.refresh()).rejects.toThrow(IndexAway);
  for (const removed of [false, true])
    await expect(itemIndex.write([{ ...anOpenItem(aContent("x")), removed }])).rejects.toThrow(IndexAway);
  let fillings = 0;
  const refill = async () => {
    fillings += 1;
    await expect(itemIndex.refresh()).rejects.toThrow(IndexAway);
  };
  await itemIndex.prepare(refill);
  await itemIndex.prepare(refill);
  await createOpenSearchItemIndex(client, prefix).prepare(refill);
  expect(fillings).toBe(1);
  const known = { groupUuid: "known", revision: 3, filter: aFilter({ types: ["known"] }) };
  await groupIndex.prepare(async function* () {
    yield [known];
  });
  const asked = await groupIndex.ask([aContent("x", { key: { accountId: "a", region: "r", type: "KNOWN", id: "x" } })]);
  expect(asked).toEqual([[known]]);
  await groupIndex.remove("known", 4);
});

test("a newer revision stays, of items and of filters", async () => {
  const all = aFilter({ types: ["versioned"] });
  const item = (rev: number, ip: string) =>
    anOpenItem({ key: { accountId: "a", region: "r", type: "versioned", id: "v" }, tags: [], ips: [ip] }, rev);
  expect(await itemIndex.write([item(5, "10.0.0.5")])).toEqual(new Map());
  expect(await itemIndex.write([item(4, "10.0.0.4")])).toEqual(new Map());
  const found = async () => {
    await itemIndex.refresh();
    return (await collect(itemIndex.search(all))).flat();
  };
  expect(await found()).toMatchObject([{ rev: 5, ips: ["10.0.0.5"] }]);
  const removed = { ...item(6, "10.0.0.6"), removed: true };
  expect(await itemIndex.write([{ ...removed, rev: 4 }])).toEqual(new Map());
  expect(await found()).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) expect(await itemIndex.write([removed])).toEqual(new Map());
  expect(await itemIndex.write([item(5, "10.0.0.5")])).toEqual(new Map());
  expect(await found()).toEqual([]);
  expect(await itemIndex.write([item(7, "10.0.0.7")])).toEqual(new Map());
  expect(await found()).toMatchObject([{ rev: 7 }]);

  await groupIndex.put({ groupUuid: "v", revision: 5, filter: all });
  await groupIndex.put({ groupUuid: "v", revision: 4, filter: aFilter({ types: ["other"] }) });
  expect((await groupIndex.ask([item(5, "10.0.0.5")]))[0]).toMatchObject([{ revision: 5 }]);
  await groupIndex.remove("v", 6);
  await groupIndex.remove("v", 6);
  await groupIndex.remove("never-there", 1);
  await groupIndex.put({ groupUuid: "v", revision: 5, filter: all });
  expect(await groupIndex.ask([item(5, "10.0.0.5")])).toEqual([[]]);
});

test("a rejected item is returned with its reason, and the others are written", async () => {
  const typed = (id: string, name: string) => ({
    ...anOpenItem(aContent(id, { key: { accountId: "a", region: "r", type: "refused", id }, name })),
  });
  const refused = await itemIndex.write([typed("short", "n"), typed("long", "x".repeat(40_000))]);
  expect([...refused.keys()]).toEqual([typed("long", "").itemId]);
  expect([...refused.values()].join()).toContain("immense");
  await itemIndex.refresh();
  expect((await collect(itemIndex.search(aFilter({ types: ["refused"] })))).flat()).toHaveLength(1);
});

test("a call that is refused as a whole is split until only invalid items are left out", async () => {
  const calls: number[] = [];
  const picky: OpenSearchClient = {
    ...client,
    async call(method, path, body, deadlineMs) {
      if (!path.includes("_bulk") || !Array.isArray(body)) return client.call(method, path, body, deadlineMs);
      calls.push(body.length / 2);
      if (body.length > 4 || JSON.stringify(body).includes("never"))
        throw new IndexRefused(413, "too_large", "too large");
      return client.call(method, path, body, deadlineMs);
    },
  };
  const halving = createOpenSearchItemIndex(picky, prefix);
  const many = Array.from({ length: 5 }, (_, n) =>
    anOpenItem(
      aContent(`h-${n}`, { key: { accountId: "a", region: "r", type: "halved", id: n === 3 ? "never" : `${n}` } }),
    ),
  );
  const refused = await halving.write(many);
  expect([...refused.keys()]).toEqual([many[3]?.itemId]);
  expect(calls).toEqual([5, 3, 2, 1, 2, 1, 1]);
  await itemIndex.refresh();
  expect((await collect(itemIndex.search(aFilter({ types: ["halved"] })))).flat()).toHaveLength(4);
});

test("items are written to every index, and a write creates none", async () => {
  const types = aFilter({ types: ["doubled"] });
  const item = (id: string, rev = 1) =>
    anOpenItem(aContent(id, { key: { accountId: "a", region: "r", type: "doubled", id } }), rev);
  const next = `${prefix}-items-7`;
  const countIn = async (index: string) => {
    await client.call("POST", `/${index}/_refresh`);
    const answer = await client.call("GET", `/${index}/_count?q=type:doubled`);
    return (answer as { count: number }).count;
  };
  await itemIndex.write([item("before")]);
  await makeIndex(client, next, itemsIndex);
  await itemIndex.write([item("both"), item("gone")]);
  await itemIndex.write([{ ...item("gone", 2), removed: true }]);
  expect([await countIn(next), await countIn(`${prefix}-items-1`)]).toEqual([1, 2]);
  await itemIndex.rewrite([{ ...item("before"), name: "seen" }]);
  expect([await countIn(next), await countIn(`${prefix}-items-1`)]).toEqual([2, 2]);
  await client.call("DELETE", `/${next}`);
  await itemIndex.write([item("after"), { ...item("gone", 3), removed: true }]);
  await expect(client.call("HEAD", `/${next}`)).rejects.toThrow("404");
  await itemIndex.refresh();
  expect((await collect(itemIndex.search(types))).flat()).toHaveLength(3);
});

test("items are counted by the registration that owns them", async () => {
  const owned = (id: string, connectorUuid: string) => ({ ...anOpenItem(aContent(`owned-${id}`)), connectorUuid });
  await itemIndex.write([owned("a", "Counted"), owned("b", "Counted"), owned("c", "counted")]);
  await itemIndex.refresh();
  const counts = await itemIndex.countByConnector();
  expect([counts.get("Counted"), counts.get("counted")]).toEqual([2, 1]);
});

test("an index of another definition is reported once, and still used", async () => {
  const reported: string[] = [];
  const reader = createOpenSearchItemIndex(
    client,
    prefix,
    itemsAlias(client, prefix, (index) => reported.push(index)),
  );
  await reader.prepare(async () => undefined);
  expect(reported).toEqual([]);
  const other = `${prefix}-other`;
  await makeIndex(client, `${other}-items-1`, {
    ...itemsIndex,
    settings: { ...itemsIndex.settings, refresh_interval: "9s" },
  });
  await client.call("POST", "/_aliases", {
    actions: [{ add: { index: `${other}-items-1`, alias: `${other}-items` } }],
  });
  const newer = createOpenSearchItemIndex(
    client,
    other,
    itemsAlias(client, other, (index) => reported.push(index)),
  );
  for (let time = 0; time < 2; time += 1) await newer.prepare(async () => undefined);
  expect(reported).toEqual([`${other}-items-1`]);
  expect(await newer.write([anOpenItem(aContent("x"))])).toEqual(new Map());
  await client.call("DELETE", `/${other}-items-1`);
});

test.each(["write", "read_only", "read_only_allow_delete"])(
  "an index that is closed to writes by blocks.%s is unavailable, and no item is refused for it",
  async (block) => {
    const items = [anOpenItem(aContent(`blocked by ${block}`)), { ...anOpenItem(aContent("x")), removed: true }];
    await client.call("PUT", `/${prefix}-items-1/_settings`, { [`index.blocks.${block}`]: true });
    try {
      for (const item of items) await expect(itemIndex.write([item])).rejects.toThrow(IndexAway);
    } finally {
      await client.call("PUT", `/${prefix}-items-1/_settings`, { [`index.blocks.${block}`]: null });
    }
    expect(await itemIndex.write(items)).toEqual(new Map());
  },
);

test("a closed index is unavailable for writes and for searches", async () => {
  await client.call("POST", `/${prefix}-items-1/_close`);
  try {
    await expect(itemIndex.write([anOpenItem(aContent("closed"))])).rejects.toThrow(IndexAway);
    const search = createOpenSearchItemSearch(itemsAlias(client, prefix));
    const question = { query: "a", sort: [], from: 0, size: 1 };
    await expect(search.search(question)).rejects.toThrow(IndexAway);
  } finally {
    await client.call("POST", `/${prefix}-items-1/_open`);
  }
});

describe("an older revision that is written late, after the removal of the item,", () => {
  test("stays out, while an index that keeps versions for a second accepts it", async () => {
    const forgetful = `${prefix}-forgetful`;
    const settings = { ...itemsIndex.settings, gc_deletes: "1s" };
    await makeIndex(client, `${forgetful}-items-1`, { ...itemsIndex, settings });
    await client.call("POST", "/_aliases", {
      actions: [{ add: { index: `${forgetful}-items-1`, alias: `${forgetful}-items` } }],
    });
    const comparison = createOpenSearchItemIndex(client, forgetful);
    const late = anOpenItem(aContent("late"), 2);
    const isFound = async (name: string) => {
      await client.call("POST", `/${name}-items/_refresh`);
      return (
        z
          .object({ count: z.int() })
          .parse(await client.call("POST", `/${name}-items/_count`, { query: { term: { itemId: late.itemId } } }))
          .count > 0
      );
    };
    for (const index of [itemIndex, comparison])
      for (const removed of [false, true]) await index.write([{ ...late, rev: removed ? 3 : 1, removed }]);

    await eventually(
      async () => {
        // OpenSearch drops the versions of documents that were deleted longer ago than `gc_deletes` when other
        // documents are written and the index is refreshed.
        for (const index of [itemIndex, comparison]) await index.write([anOpenItem(aContent("other"), Date.now())]);
        for (const index of [itemIndex, comparison]) await index.write([late]);
        return isFound(forgetful);
      },
      (found) => found,
    );
    expect(await isFound(prefix)).toBe(false);
    await client.call("DELETE", `/${forgetful}-items-1`);
  });

  test("stays out for an hour", async () => {
    const settings = await client.call("GET", `/${prefix}-items-1/_settings/index.gc_deletes`);
    expect(JSON.stringify(settings)).toContain('"gc_deletes":"1h"');
  });
});

test("a filter of the largest size is accepted", async () => {
  const many = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n));
  const filter = aFilter({
    tags: many(100, (n) => `key ${n}`).map((key) => ({ key, value: "v".repeat(1_024) })),
    types: many(1_000, (n) => `type ${n}`),
    accountIds: many(1_000, (n) => `account ${n}`),
    regions: many(1_000, (n) => `region ${n}`),
    cidrs: many(500, (n) => `10.${n >> 7}.${(n & 127) * 2}.0/24`),
  });
  expect(await groupIndex.check(filter)).toBeUndefined();
  await groupIndex.put({ groupUuid: "large", revision: 1, filter });
  await groupIndex.remove("large", 2);
});

const word = fc.constantFrom("a", "B", "b", "a=b", "Ärger", "ärger", "x y");
const ip = fc.constantFrom(
  "10.0.0.1",
  "10.0.0.0/8",
  "10.1.2.0/24",
  "10.1.0.0/16",
  "2001:db8::1",
  "2001:db8::/32",
  "::/0",
  "0.0.0.0/0",
  "::1",
);
const item = fc.record({
  key: fc.record({ accountId: word, region: word, type: word, id: fc.constantFrom("1", "2", "3", "4") }),
  tags: fc.uniqueArray(fc.record({ key: word, value: word }), { selector: (tag) => tag.key, maxLength: 3 }),
  ips: fc.uniqueArray(ip, { maxLength: 3 }),
});
const someWords = fc.option(fc.array(word, { maxLength: 2 }));
const filter = fc
  .record({
    tags: fc.option(fc.array(fc.record({ key: word, value: fc.option(word) }), { maxLength: 3 })),
    types: someWords,
    accountIds: someWords,
    regions: someWords,
    cidrs: fc.option(
      fc.array(
        fc.constantFrom(
          "10.0.0.0/8",
          "10.1.0.0/17",
          "10.1.128.0/17",
          "10.1.2.0/24",
          "2001:db8::/32",
          "::/0",
          "0.0.0.0/0",
          "::/1",
        ),
        { maxLength: 2 },
      ),
    ),
    clip: fc.boolean(),
  })
  .filter(({ clip: _, ...conditions }) => Object.values(conditions).some((list) => list !== null && list.length > 0));

test("the index of groups, the index of items and the reference implementation select the same", async () => {
  const small = fc.sample(filter, 60).map((one, n) => ({ groupUuid: `random-${n}`, revision: 1, filter: one }));
  const items = [...new Map(fc.sample(item, 150).map((one) => [itemIdOf(one.key), one])).values()];
  const bulk = createOpenSearchGroupIndex(client, `${prefix}-random`);
  await bulk.prepare(async function* () {
    yield small;
  });
  await itemIndex.write(items.map((one) => anOpenItem(one)));
  await itemIndex.refresh();

  const asked = await bulk.ask(items);
  for (const one of small) {
    const expected = items
      .filter((each) => selectsSlowly(one.filter, each))
      .map(({ key }) => itemIdOf(key))
      .sort();
    const { matches } = matcherOf(one.filter);
    const percolated = items.filter(
      (each, place) => asked[place]?.some(({ groupUuid }) => groupUuid === one.groupUuid) && matches(each),
    );
    expect({ filter: one.filter, ids: percolated.map(({ key }) => itemIdOf(key)).sort() }).toEqual({
      filter: one.filter,
      ids: expected,
    });
    const found = (await collect(itemIndex.search(one.filter))).flat();
    expect({
      filter: one.filter,
      ids: found
        .map(({ itemId }) => itemId)
        .filter((id) => items.some(({ key }) => itemIdOf(key) === id))
        .sort(),
    }).toEqual({ filter: one.filter, ids: expected });
  }
});

/** A reference implementation of a filter. */
function selectsSlowly(asked: GroupFilter, { key, tags, ips }: Selectable): boolean {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const anyOf = (list: readonly string[] | null, text: string) =>
    !list || list.length === 0 || list.some((one) => same(one, text));
  if (!anyOf(asked.types, key.type) || !anyOf(asked.accountIds, key.accountId) || !anyOf(asked.regions, key.region))
    return false;
  for (const { key: wanted } of asked.tags ?? []) {
    const alternatives = (asked.tags ?? []).filter((one) => same(one.key, wanted));
    const held = tags.filter((tag) => same(tag.key, wanted));
    if (!alternatives.some(({ value }) => held.some((tag) => value === null || same(tag.value, value)))) return false;
  }
  if (!asked.cidrs || asked.cidrs.length === 0) return true;
  const area = addressSetOfTexts(asked.cidrs);
  return ips.some((one) => {
    const own = addressSetOfTexts([one]);
    return addressCount(intersect(own, area)) === addressCount(own);
  });
}

test("an unreachable server is unavailable", async () => {
  const gone = createOpenSearchClient({ nodes: ["http://127.0.0.1:1"] }, { deadlineMs: 1_000 });
  const unavailable = createOpenSearchGroupIndex(gone, prefix);
  await expect(unavailable.prepare(nothing)).rejects.toThrow(IndexAway);
  await expect(unavailable.check(aFilter())).rejects.toThrow(IndexAway);
  await gone.stop();
});
