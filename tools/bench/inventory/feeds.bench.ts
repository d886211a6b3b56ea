import { createServer } from "node:http";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { until } from "@network-access/testkit/until";
import { type BenchStack, withBenchStack } from "../bench-stack.ts";
import { memoryOf } from "../load/process-memory.ts";
import { percentile } from "../load/saving.ts";
import { openSearch } from "./bare-inventory.ts";
import { fetchList } from "./fetch-list.ts";
import { inventoryClient } from "./inventory-client.ts";
import { uploadAll } from "./uploaded-items.ts";

const ADDRESSES = 300_000;
const ADDRESSES_AN_ITEM = 100;
const ITEMS_A_BODY = 100;
const AT_ONCE = 50;
const POLLS = 300;
const LONGEST_MS = 300_000;
const POLL_EVERY_MS = 50;
const permissions = ["connector:manage", "group:view", "group:edit"];

/**
 * Fetches the addresses of a group as a firewall does, and measures the time. The group has 300,000 addresses. These
 * addresses can't be combined into larger CIDRs. The baseline (the floor) is a server that has the list in memory and
 * checks no token.
 */
export async function feedsBench(): Promise<BenchRow[]> {
  return withBenchStack({ permissions }, measure);
}

async function measure({ stack, graph, token, mongo, opensearchUrl, prefix }: BenchStack): Promise<BenchRow[]> {
  const client = await inventoryClient(graph, stack.baseUrl, token);
  const bodies = Array.from({ length: ADDRESSES / ADDRESSES_AN_ITEM / ITEMS_A_BODY }, (_, n) => uploadOf(n));
  console.log("  uploading");
  await uploadAll(client, bodies);
  // Saves the group only after all items are indexed. If the group existed earlier, its growth would exceed the
  // mass-change limits and be held for approval.
  const engine = openSearch(opensearchUrl);
  await waitFor("the index of every item", async () => {
    // The request fails if the index does not exist yet or is too busy.
    const { count } = await engine("GET", `/${prefix}-items/_count`).then(
      (answer) => answer as { count: number },
      () => ({ count: 0 }),
    );
    return count === ADDRESSES / ADDRESSES_AN_ITEM;
  });
  const input = { id: "large", name: "Large", filter: { types: ["feed-bench"] } };
  await graph("mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }", { input });
  const issue = 'mutation { issueFeedToken(groupId: "large", consumer: "bench") { secret } }';
  const { issueFeedToken } = await graph<{ issueFeedToken: { secret: string } }>(issue);
  const authorization = `Bearer ${issueFeedToken.secret}`;
  const url = `${stack.baseUrl}/groups/large/addresses`;

  console.log("  waiting for the group");
  const held = { authorization, "if-none-match": "*" };
  const pid = stack.processes.inventory.pid();
  await waitFor("the whole list", async () => {
    const { status, headers } = await fetchList(`${url}?max=${ADDRESSES - 1}`, held);
    return status === 507 && headers.warning === undefined;
  });

  const first = await fetched(url, { authorization });
  const packedFirst = await fetched(url, { authorization, "accept-encoding": "gzip" });
  const again = await fetched(url, { authorization });
  const before = memoryOf(pid);
  const crowd = await Promise.all(Array.from({ length: AT_ONCE }, () => fetched(url, { authorization })));
  const after = memoryOf(pid);
  const polls: number[] = [];
  const headers = { authorization, "if-none-match": String(again.headers.etag) };
  for (let n = 0; n < POLLS; n += 1) polls.push((await fetched(url, headers, 304)).ms);

  console.log("  the floor");
  const floor = await plainServer(again.bytes);
  const alone = await Promise.all([fetched(floor.url, {})]);
  const floorCrowd = await Promise.all(Array.from({ length: AT_ONCE }, () => fetched(floor.url, {})));
  const floorPolls: number[] = [];
  const database = mongo.db(`${prefix}-inventory`);
  const [group] = await database.collection("groups").find().toArray();
  for (let n = 0; n < POLLS; n += 1) {
    const beganAt = performance.now();
    const [found] = await Promise.all([
      database.collection("feed-tokens").findOne({ groupUuid: group?.uuid }),
      database.collection<{ _id: string }>("groups").findOne({ _id: "large" }),
      fetched(floor.url, headers, 304),
    ]);
    if (!found) throw new Error("the floor does not have the token");
    floorPolls.push(performance.now() - beganAt);
  }
  floor.stop();

  console.log("  one address more");
  const changedMs = await changeOneItem();
  const size = `${(again.bytes / 2 ** 20).toFixed(1)} MiB`;
  const floorMs = Math.max(...alone.map(({ ms }) => ms));
  const named = `${ADDRESSES.toLocaleString("en")} addresses`;
  const slowest = (answers: readonly { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms));
  return [
    { name: `${named}: fetched for the first time`, floorMs, oursMs: first.ms, aim: null, barMs: 1_000, note: size },
    {
      name: `${named}: compressed for the first time`,
      floorMs,
      oursMs: packedFirst.ms,
      aim: null,
      barMs: 1_000,
      note: `${(packedFirst.bytes / 2 ** 20).toFixed(1)} MiB`,
    },
    { name: `${named}: fetched again`, floorMs, oursMs: again.ms, aim: null, barMs: 1_000 },
    {
      name: `${named}: ${AT_ONCE} fetch at once, the slowest`,
      floorMs: slowest(floorCrowd),
      oursMs: slowest(crowd),
      aim: null,
      note: before && after ? `the inventory holds ${before.nowMb} MiB before and ${after.nowMb} after` : "",
    },
    {
      name: `${named}: 304, p50`,
      floorMs: percentile(floorPolls, 0.5),
      oursMs: percentile(polls, 0.5),
      aim: null,
      barMs: 2,
      note: `p99 ${percentile(polls, 0.99).toFixed(1)} ms; floor: token and group read from the database, and a 304 of a server without tokens`,
    },
    {
      name: `${named}: an item's new address is in the feed`,
      floorMs,
      oursMs: changedMs,
      aim: null,
      note: "from the acknowledged upload to the first fetch with it; all members are aggregated again",
    },
  ];

  async function changeOneItem(): Promise<number> {
    const item = { accountId: "bench", region: "eu", type: "feed-bench", id: "one-more", ips: ["192.0.2.1"] };
    await client.upload(Buffer.from(JSON.stringify({ discoveryId: "feeds", items: [item] })));
    const beganAt = performance.now();
    await waitFor(
      "the changed list",
      async () => (await fetchList(url, { ...headers, "accept-encoding": "gzip;q=0" })).status === 200,
    );
    return performance.now() - beganAt;
  }
}

async function fetched(url: string, headers: Readonly<Record<string, string>>, wanted = 200) {
  const answer = await fetchList(url, headers);
  if (answer.status !== wanted) throw new Error(`${url} answered ${answer.status}, not ${wanted}`);
  return answer;
}

/**
 * Returns an upload body. Its items have every second address of a block, so that the addresses can't be combined into
 * larger CIDRs.
 */
function uploadOf(number: number): Buffer {
  const items = Array.from({ length: ITEMS_A_BODY }, (_, n) => {
    const first = (number * ITEMS_A_BODY + n) * ADDRESSES_AN_ITEM;
    const ips = Array.from({ length: ADDRESSES_AN_ITEM }, (_, m) => {
      const value = (first + m) * 2;
      return `10.${value >> 16}.${(value >> 8) & 255}.${value & 255}`;
    });
    return { accountId: "bench", region: "eu", type: "feed-bench", id: `item-${first}`, ips };
  });
  return Buffer.from(JSON.stringify({ discoveryId: "feeds", items }));
}

async function plainServer(bytes: number) {
  const body = Buffer.alloc(bytes, "10.0.0.1\n");
  const server = createServer((request, response) => {
    if (request.headers["if-none-match"]) response.writeHead(304).end();
    else response.writeHead(200, { "content-length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

async function waitFor(what: string, poll: () => Promise<boolean>): Promise<void> {
  await until(what, poll, LONGEST_MS, POLL_EVERY_MS);
}
