import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import fc from "fast-check";
import { hostileQuery } from "../../test/hostile-queries.ts";
import { aContent } from "../../test/inventory-builders.ts";
import { anyQuestion, matches, sampleItem } from "../../test/slow-search.ts";
import { type ItemContent, itemIdOf } from "../items/item.ts";
import type { OpenItem } from "../items/membership-store.ts";
import { createOpenSearchItemIndex, itemsAlias } from "../search-index/opensearch-item-index.ts";
import { guardQuery } from "./guard-query.ts";
import type { ItemSearch } from "./item-search.ts";
import { createOpenSearchItemSearch } from "./opensearch-item-search.ts";
import { searchItems } from "./search-items.ts";

jest.setTimeout(240_000);

const prefix = `search-test-${crypto.randomUUID().slice(0, 8)}`;
const at = new Date("2026-01-01T00:00:00Z");
let client: OpenSearchClient;
let itemSearch: ItemSearch;

async function fill(name: string, contents: readonly ItemContent[], seenAt: (place: number) => Date = () => at) {
  const index = createOpenSearchItemIndex(client, `${prefix}-${name}`);
  await index.prepare(async () => undefined);
  const open = contents.map((content, place): OpenItem => {
    const stamps = { firstSeenAt: at, lastSeenAt: seenAt(place), lastChangedAt: at };
    const projecting = {
      touch: 0,
      memberships: [],

      removed: false,
      selectionChanged: true,
      addressesChanged: true,
    };
    const owner = { connectorUuid: "uuid-of-cloud", connectorId: "cloud" };
    return { ...content, itemId: itemIdOf(content.key), rev: 1, ...owner, ...stamps, ...projecting };
  });
  expect(await index.write(open)).toEqual(new Map());
  await index.refresh();
  return createOpenSearchItemSearch(itemsAlias(client, `${prefix}-${name}`));
}

async function found(query: string, search = itemSearch): Promise<string[]> {
  const result = await searchItems({ itemSearch: search }, { query, sort: null, from: null, size: 1_000 });
  if (!result.ok) throw new Error(`${query}: ${JSON.stringify(result.failure)}`);
  return result.page.items.map(({ key }) => key.id);
}

async function problemOf(query: string): Promise<unknown> {
  const result = await searchItems({ itemSearch }, { query, sort: null, from: null, size: null });
  return result.ok ? undefined : result.failure;
}

const named = (id: string, more: Partial<ItemContent> = {}) => aContent(id, more);

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 30_000 });
  itemSearch = await fill("few", [
    named("underscores", { name: "my_server_name" }),
    named("hyphens", { name: "web-prod-01", vendor: "Ärger & Söhne", tags: [{ key: "a=b", value: "c" }] }),
    named("mac", { macAddress: "00:1a:2b:3c:4d:5e", tags: [{ key: "a", value: "b=c" }] }),
    named("v6", { ips: ["2001:db8::5"], hostname: "v6.example.com" }),
    named("v6 all", { ips: ["::/0"] }),
    named("v4 net", { ips: ["10.1.0.0/16", "192.168.0.9"], tags: [{ key: "Env", value: 'Prod \\ "x"' }] }),
    named("v4 host", { ips: ["10.1.2.5"], name: "name web prod" }),
    named("arn:aws:ec2:eu-west-1:123:instance/i-0ab", { typeName: "VM instance" }),
  ]);
});
afterAll(async () => {
  for (const name of ["few", "many", "types"]) await client.call("DELETE", `/${prefix}-${name}-items-1`);
  await client.stop();
});

describe("texts are found", () => {
  test.each([
    ["server", ["underscores"]],
    ['"my server"', ["underscores"]],
    ['"MY_SERVER_NAME"', ["underscores"]],
    ["my_server*", ["underscores"]],
    ["web prod", ["hyphens", "v4 host"]],
    ["web-prod", ["hyphens", "v4 host"]],
    ['"prod-01"', ["hyphens"]],
    ['"web prod"', ["hyphens", "v4 host"]],
    ['"name web-prod"', ["v4 host"]],
    ['"prod web"', []],
    ["*-prod-0?", ["hyphens"]],
    ["3c", ["mac"]],
    ['"1a:2b:3c"', ["mac"]],
    ['macAddress:"00:1A:2B:3C:4D:5E"', ["mac"]],
    ['"2001:db8"', ["v6"]],
    ["example", ["v6"]],
    ['"aws:ec2"', ["arn:aws:ec2:eu-west-1:123:instance/i-0ab"]],
    ["instance i-0ab", ["arn:aws:ec2:eu-west-1:123:instance/i-0ab"]],
    ["ärger", ["hyphens"]],
    ['vendor:"ärger & söhne"', ["hyphens"]],
    ["vendor:ÄRG*", ["hyphens"]],
    ["name:(web prod)", []],
    ["\\ven\\u0064or:ÄRG*", ["hyphens"]],
    ["type:VM name:my_*_name", ["underscores"]],
  ])("%s", async (query, ids) => {
    expect((await found(query)).sort()).toEqual(ids);
  });
});

describe("addresses and tags are found", () => {
  test.each([
    ['ip:"10.1.2.5"', ["v4 host", "v4 net"]],
    ["10.1.2.5", ["v4 host", "v4 net"]],
    ["ip:2001\\:db8\\:\\:5", ["v6", "v6 all"]],
    ["2001\\:db8\\:\\:5", ["v6", "v6 all"]],
    ['"10.1.2.0/24"', ["v4 host", "v4 net"]],
    ["ip:10.0.0.0/8 -ip:10.1.2.5", []],
    ["ip:192.168.0.1/24", ["v4 net"]],
    ["ip:>=192.168.0.0", ["v4 net"]],
    ['ip:"::/0"', ["v6", "v6 all"]],
    ['ip:"0.0.0.0/0"', ["v4 host", "v4 net"]],
    ["ip:[2001:db8:: TO *]", ["v6", "v6 all"]],
    ["NOT ip:*", ["arn:aws:ec2:eu-west-1:123:instance/i-0ab", "hyphens", "mac", "underscores"]],
    ["tags.env:*", ["v4 net"]],
    ['tags.ENV:"prod \\\\ \\"X\\""', ["v4 net"]],
    ["tags.env:p*", ["v4 net"]],
    ["tags.env:[p TO q]", ["v4 net"]],
    ["tags.env:>q", []],
    ["tags.a:*", ["mac"]],
    ["tags.a=b:*", ["hyphens"]],
    ["tags.a:b=c", ["mac"]],
    ["_exists_:tags.a AND _exists_:macAddress", ["mac"]],
    ["lastSeenAt:[2025-12-30 TO 2025-12-31] mac", []],
    ["lastSeenAt:2026-01-01 macAddress:*", ["mac"]],
  ])("%s", async (query, ids) => {
    expect((await found(query)).sort()).toEqual(ids);
  });
});

test("an error of OpenSearch's parser gives a message with the position in the user's query", async () => {
  const refused = async (query: string, message: string) =>
    expect([query, await problemOf(query)]).toEqual([
      query,
      { kind: "invalid-input", fields: [{ path: "query", message }] },
    ]);
  await refused("ip:10.1.0.0/16 AND", "position 19: the query ends too early; something is missing here");
  const expected = "stands where something to search for is expected; put it in quotes where the text itself is meant";
  await refused("\u{1f600} AND AND web", `position 7: "AND" ${expected}`);
  await refused("web ()", `position 6: ")" ${expected}`);
  await refused("NOT NOT web", `position 5: "NOT" ${expected}`);
  await refused(
    'tags.k:v lastSeenAt:"new year"',
    'position 22: "new year" is not a time; write 2026-11-21, 2026-11-21T10:00:00Z or now-1d',
  );
  const shown = `${"a*b".repeat(21)}a...`;
  await refused(`name:${"a*b".repeat(1_300)}`, `position 6: "${shown}" has too many wildcards; use fewer`);
  await refused(`a*b tags.k:x* OR ${"a*b".repeat(250)}`, `position 18: "${shown}" has too many wildcards; use fewer`);
  const culprit = `*a${"?".repeat(20)}`;
  const innocent = `x*${"?".repeat(90)}`;
  await refused(
    `name:${innocent} AND tags.k:${culprit} ip:10.0.0.1`,
    `position 110: "k=${culprit}" has too many wildcards; use fewer`,
  );
  expect(JSON.stringify(await problemOf("lastSeenAt:now+999999999999y"))).not.toMatch(/exception|\bat org\.|all_text/);
});

test("the largest number of words that the guard accepts works in OpenSearch", async () => {
  const most = {
    phrases: `${`"${"a ".repeat(249)}b" `.repeat(4)}`,
    addresses: Array.from({ length: 200 }, (_, n) => `10.0.0.${n}`).join(" "),
    "long addresses": Array.from({ length: 90 }, (_, n) => `1:2:3:4:5:6:7:${n}`).join(" OR "),
    "ranges around IPv4": `ip:(${'"::/0" '.repeat(256)})`,
    tags: Array.from({ length: 200 }, (_, n) => `tags.k:${n}`).join(" OR "),
    signs: "\u0301 ".repeat(256),
  };
  for (const [name, query] of Object.entries(most)) expect([name, await problemOf(query)]).toEqual([name, undefined]);
});

test("every query that the guard accepts gets a page or an error about the query", async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(hostileQuery, async (query) => {
      const guarded = guardQuery(query);
      if (!guarded.ok) return;
      passed += 1;
      const answer = await itemSearch.search({ query: guarded.text, sort: [], from: 0, size: 1 });
      if (!answer.ok) expect({ query, answer }).toMatchObject({ answer: { kind: "refused" } });
    }),
    { numRuns: 1_500 },
  );
  expect(passed).toBeGreaterThan(300);
});

test("queries of every shape find exactly the items of the reference implementation", async () => {
  const contents = [
    ...new Map(fc.sample(sampleItem, { numRuns: 400, seed: 5 }).map((one) => [itemIdOf(one.key), one])).values(),
  ];
  const seenAt = (place: number) => new Date(Date.UTC(2026, 0, 1 + (place % 28), 12));
  const many = await fill("many", contents, seenAt);
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ text, meaning }) => {
      const expected = contents
        .filter((content, place) => matches(meaning, { ...content, lastSeenAt: seenAt(place) }))
        .map(({ key }) => itemIdOf(key));
      const result = await searchItems({ itemSearch: many }, { query: text, sort: null, from: 0, size: 1_000 });
      expect({ text, ids: result.ok ? result.page.items.map(({ itemId }) => itemId).sort() : result }).toEqual({
        text,
        ids: expected.sort(),
      });
    }),
    { numRuns: 800 },
  );
});

test("an item is found the same on a page of any size", async () => {
  const content = aContent("whole", { ips: ["10.0.0.1"], tags: [{ key: "Env", value: "prod" }], vendor: "cloud" });
  const search = await fill("sizes", [content]);
  const { attributes: _, ...shown } = content;
  const owner = { connectorUuid: "uuid-of-cloud", connectorId: "cloud" };
  const item = {
    ...shown,
    itemId: itemIdOf(content.key),
    ...owner,
    firstSeenAt: at,
    lastSeenAt: at,
    lastChangedAt: at,
  };
  for (const size of [1, 20, 21, 1_000])
    expect(await search.search({ query: "whole", sort: [], from: 0, size })).toEqual({
      ok: true,
      total: 1,
      items: [item],
    });
});

test("types are returned as uploaded, with the most frequent name of their items", async () => {
  const item = (type: string, id: string, typeName: string | null) =>
    aContent(id, { key: { accountId: "a", region: "r", type, id }, typeName });
  const search = await fill("types", [
    item("VM", "1", "Machine"),
    item("VM", "2", "Virtual machine"),
    item("VM", "3", "Virtual machine"),
    item("vm", "1", null),
    item("Bucket", "1", "Bucket"),
  ]);
  expect(await search.countTypes()).toEqual([
    { type: "Bucket", typeName: "Bucket", count: 1 },
    { type: "VM", typeName: "Virtual machine", count: 3 },
    { type: "vm", typeName: null, count: 1 },
  ]);
});

test("a missing index and an unreachable server are unavailable", async () => {
  const question = { query: null, sort: [], from: 0, size: 1 };
  await expect(createOpenSearchItemSearch(itemsAlias(client, `${prefix}-none`)).search(question)).rejects.toThrow(
    IndexAway,
  );
  const gone = createOpenSearchClient({ nodes: ["http://127.0.0.1:1"] }, { deadlineMs: 1_000 });
  await expect(createOpenSearchItemSearch(itemsAlias(gone, prefix)).search(question)).rejects.toThrow(IndexAway);
  await gone.stop();
});
