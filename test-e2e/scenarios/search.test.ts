import { BlockList, isIPv6 } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { type EstateItem, makeEstate } from "../clients/estate.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { startTestStack, type TestStack } from "../stack.ts";

const COUNT = 3_000;
const estate = makeEstate(COUNT, 20_261_122);

interface Page {
  readonly pageInfo: { readonly total: number; readonly from: number; readonly size: number };
  readonly items: readonly Found[];
}
type Found = Readonly<Record<string, unknown>>;

let stack: TestStack;
let graph: GraphClient;
let authorization: string;

async function overRest(parameters: Record<string, string>): Promise<Page> {
  const response = await fetch(`${stack.baseUrl}/inventory?${new URLSearchParams(parameters)}`, {
    headers: { authorization },
    signal: AbortSignal.timeout(60_000),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
}

const SEARCH = `query ($query: String, $sort: String, $from: Int, $size: Int) {
  inventoryItemsSearch(query: $query, sort: $sort, from: $from, size: $size) {
    pageInfo { total from size } items { accountId region type typeName id name ips }
  }
}`;

async function overGraph(parameters: Record<string, string>): Promise<Page> {
  const { from, size, ...texts } = parameters;
  const numbers = { ...(from ? { from: Number(from) } : {}), ...(size ? { size: Number(size) } : {}) };
  const data = await graph.get<{ inventoryItemsSearch: Page }>(SEARCH, { ...texts, ...numbers });
  return data.inventoryItemsSearch;
}

/** Reads all pages. */
async function everyPage(ask: typeof overRest, parameters: Record<string, string>, size: number): Promise<Found[]> {
  const all: Found[] = [];
  for (;;) {
    const { pageInfo, items } = await ask({ ...parameters, from: String(all.length), size: String(size) });
    expect(pageInfo).toMatchObject({ from: all.length, size });
    all.push(...items);
    if (items.length < size) {
      expect(pageInfo.total).toBe(all.length);
      return all;
    }
  }
}

const keyOf = ({ accountId, region, type, id }: Found | EstateItem) => JSON.stringify([accountId, region, type, id]);

beforeAll(async () => {
  stack = await startTestStack({ only: "requests" });
  graph = stack.graph();
  authorization = `Bearer ${await stack.token({ permissions: ["inventory:view"] })}`;
  const connector = await inventory(stack, graph).connector("estate");
  for (let from = 0; from < COUNT; from += 1_000) {
    const answer = await connector.upload("first", estate.slice(from, from + 1_000));
    expect(answer).toMatchObject({ accepted: Math.min(1_000, COUNT - from), rejected: [] });
  }
  await eventually(
    () => overRest({ size: "1" }),
    ({ pageInfo }) => pageInfo.total === COUNT,
    240_000,
  );
});
afterAll(() => stack?.stop());

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
const tag = (item: EstateItem, key: string) =>
  Object.entries(item.tags)
    .filter(([name]) => same(name, key))
    .map(([, value]) => value.toLowerCase());
/** Returns whether an address or CIDR of the item overlaps the given CIDR. */
const meets = (item: EstateItem, cidr: string) => item.ips.some((ip) => inside(ip, cidr) || inside(cidr, ip));
const textsOf = ({ tags, ips, ...texts }: EstateItem) => [
  ...Object.values(texts),
  ...ips,
  ...Object.entries(tags).flatMap(([key, value]) => [key, `${key}=${value}`]),
  "estate",
];
const parts = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
/** Returns whether one of the item's texts contains the words directly one after the other. */
const says = (item: EstateItem, ...words: string[]) =>
  textsOf(item).some((text) => ` ${parts(text).join(" ")} `.includes(` ${words.join(" ")} `));

/**
 * Returns whether the CIDR `one` is inside `other`. Two CIDRs are either nested or disjoint. If the prefix of `other`
 * is not longer than the prefix of `one`, it is therefore enough to check whether `other` contains the network address
 * of `one`.
 */
function inside(one: string, other: string): boolean {
  const [address = "", ownPrefix] = one.split("/");
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  const [network = "", prefix = family === "ipv6" ? "128" : "32"] = other.split("/");
  if (isIPv6(network) !== (family === "ipv6")) return false;
  if (Number(ownPrefix ?? (family === "ipv6" ? 128 : 32)) < Number(prefix)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}

const questions: readonly (readonly [string, (item: EstateItem) => boolean])[] = [
  ['ip:"10.1.0.0/16"', (item) => meets(item, "10.1.0.0/16")],
  ["ip:10.1.2.3/16", (item) => meets(item, "10.1.0.0/16")],
  ['ip:"2001:db8:2::/48"', (item) => meets(item, "2001:db8:2::/48")],
  ['ip:"::/0"', (item) => meets(item, "::/0")],
  ['ip:"0.0.0.0/0" AND NOT ip:"10.0.0.0/8"', (item) => meets(item, "0.0.0.0/0") && !meets(item, "10.0.0.0/8")],
  ['ip:("192.168.0.0/24" OR 192.168.2.0/24)', (item) => meets(item, "192.168.0.0/24") || meets(item, "192.168.2.0/24")],
  ["10.2.3.0/24", (item) => meets(item, "10.2.3.0/24") || says(item, "10", "2", "3", "0", "24")],
  ["NOT ip:*", (item) => item.ips.length === 0],
  [
    'region:"eu-central-1" AND cloudAccountId:"100003"',
    (item) => item.region === "eu-central-1" && item.cloudAccountId === "100003",
  ],
  ['accountId:"ACC-7" OR accountId:"acc-8"', (item) => same(item.accountId, "acc-7") || same(item.accountId, "acc-8")],
  ["type:vm", (item) => same(item.type, "vm")],
  ["type:(bucket subnet)", () => false],
  [
    "type:(bucket OR subnet) region:zürich",
    (item) => ["bucket", "subnet"].includes(item.type) && item.region === "Zürich",
  ],
  ["type:bucket OR (NOT region:zürich)", (item) => item.type === "bucket" || item.region !== "Zürich"],
  ["type:bucket OR NOT region:zürich", (item) => item.type === "bucket" && item.region !== "Zürich"],
  ["NOT region:zürich", (item) => item.region !== "Zürich"],
  ['tags.application:"SHOP"', (item) => tag(item, "application").includes("shop")],
  ["tags.stage:* -tags.stage:prod", (item) => tag(item, "stage").length > 0 && !tag(item, "stage").includes("prod")],
  ['tags."aws:created by":"grace hopper"', (item) => tag(item, "aws:created by").includes("grace hopper")],
  ["tags.a=b:c", (item) => tag(item, "a=b").includes("c")],
  ["tags.a:*", () => false],
  ["name:web_store-*", (item) => item.name?.startsWith("web_store-") ?? false],
  ["name:*-prod-001?", (item) => /-prod-001.$/.test(item.name ?? "")],
  ["_exists_:hostname AND NOT _exists_:vendor", (item) => item.hostname !== undefined && item.vendor === undefined],
  ["payments prod", (item) => says(item, "payments") && says(item, "prod")],
  ['"payments prod"', (item) => says(item, "payments", "prod")],
  ["web_store", (item) => says(item, "web") && says(item, "store")],
  ["日本", (item) => says(item, "日本")],
  ['(vendor:acme OR vendor:"example networks") AND 0042', (item) => item.vendor !== undefined && says(item, "0042")],
  ["macAddress:02\\:00\\:a*", (item) => item.macAddress?.startsWith("02:00:a") ?? false],
  [
    "hostname:[host-0100.a TO host-0200.z]",
    (item) => item.hostname !== undefined && item.hostname >= "host-0100.a" && item.hostname <= "host-0200.z",
  ],
  ["lastSeenAt:[now-1d TO now] AND connectorId:estate AND id:i-0001", (item) => item.id === "i-0001"],
  ["*:*", () => true],
  ["", () => true],
];

describe("over REST and over GraphQL a search finds exactly the items that a check of each uploaded one finds", () => {
  test.each(questions)("%s", async (query, matches) => {
    const expected = estate.filter(matches).map(keyOf).sort();
    expect((await everyPage(overRest, { query }, 1_000)).map(keyOf).sort()).toEqual(expected);
    expect((await everyPage(overGraph, { query }, 900)).map(keyOf).sort()).toEqual(expected);
  });
});

test("in every order the pages hold every item once, in that order, and those without the field last", async () => {
  const fields = "accountId,cloudAccountId,region,type,typeName,id,name,hostname,vendor,firstSeenAt,lastSeenAt".split(
    ",",
  );
  const byKey = await everyPage(overRest, {}, 700);
  const exact = ({ accountId, region, type, id }: Found) => [accountId, region, type, id].map(String);
  const compareKeys = (a: Found, b: Found) =>
    exact(a).reduce((sum, text, n) => sum || bytes(text, exact(b)[n] ?? ""), 0);
  expect(byKey.map(keyOf)).toEqual(byKey.toSorted(compareKeys).map(keyOf));
  expect(new Set(byKey.map(keyOf)).size).toBe(COUNT);

  for (const field of fields)
    for (const sign of ["", "-"]) {
      const compare = (a: Found, b: Found) => {
        const [one, other] = [a[field], b[field]];
        if (one === null || other === null) return Number(one === null) - Number(other === null) || compareKeys(a, b);
        const order = bytes(String(one).toLowerCase(), String(other).toLowerCase());
        return (sign === "-" ? -order : order) || compareKeys(a, b);
      };
      const found = await everyPage(overRest, { sort: `${sign}${field}` }, 1_000);
      expect([field, sign, found.map(keyOf)]).toEqual([field, sign, byKey.toSorted(compare).map(keyOf)]);
    }
  const two = await everyPage(overGraph, { sort: "-type,region", query: "payments" }, 200);
  expect(two.map(keyOf)).toEqual(
    (await everyPage(overRest, { sort: "-type,region", query: "payments" }, 333)).map(keyOf),
  );
});

test("the types are listed as they were uploaded, and counted", async () => {
  const count = (type: string) => estate.filter((item) => item.type === type).length;
  const types = [
    { type: "VM", typeName: "Machine", count: count("VM") },
    { type: "asset", typeName: "Asset", count: count("asset") },
    { type: "bucket", typeName: "Storage bucket", count: count("bucket") },
    { type: "subnet", typeName: "Subnet", count: count("subnet") },
    { type: "vm", typeName: "Virtual machine", count: count("vm") },
  ];
  const response = await fetch(`${stack.baseUrl}/inventory/type-names`, { headers: { authorization } });
  expect(await response.json()).toEqual(types);
  expect(await graph.get(`{ inventoryTypeNames { type typeName count } }`)).toEqual({ inventoryTypeNames: types });
});

function bytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
