import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { feeds } from "../clients/feeds.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./shared-stack.ts";

let graph: GraphClient;
let client: ReturnType<typeof feeds>;
let connector: Awaited<ReturnType<ReturnType<typeof inventory>["connector"]>>;

beforeAll(async () => {
  graph = stack.graph();
  client = feeds(stack, graph);
  connector = await inventory(stack, graph).connector("feeds");
});

const basic = ({ id, secret }: { id: string; secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
const server = (id: string, ips: readonly string[], group: string) => ({
  accountId: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77",
  region: "eu-central-1",
  type: "vm",
  id,
  ips,
  tags: { exported: group },
});
async function aGroup(group: string, ips: readonly string[]): Promise<void> {
  await connector.upload("feeds", [server(`${group}-1`, ips, group)]);
  await inventory(stack, graph).saveGroup(groupOf(group, group));
}
const groupOf = (group: string, name: string) => ({
  id: group,
  name,
  filter: { tags: [{ key: "exported", value: group }] },
});

test("a firewall polls: it gets the list, then 304 until an item changes, and within seconds the new list", async () => {
  await aGroup("shop", ["10.10.0.1", "2001:db8:10::/48"]);
  const token = await client.issue("shop", "edge-1");
  const first = await client.fetch("shop", basic(token));
  expect(first).toMatchObject({ status: 200, body: "10.10.0.1\n2001:db8:10::/48\n" });
  expect(first.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const etag = String(first.headers.etag);
  const poll = () => client.fetch("shop", { ...basic(token), "if-none-match": etag });
  expect(await poll()).toMatchObject({ status: 304, body: "", headers: { "x-group-revision": "1" } });

  await inventory(stack, graph).saveGroup(groupOf("shop", "Another name"));
  expect((await poll()).status).toBe(304);

  await connector.upload("feeds", [server("shop-1", ["10.10.0.1", "10.10.0.9"], "shop")]);
  const changed = await eventually(poll, ({ status }) => status !== 304);
  expect(changed).toMatchObject({ status: 200, body: "10.10.0.1\n10.10.0.9\n", headers: { "x-group-revision": "2" } });
  expect(changed.headers.etag).not.toBe(etag);
});

test("a feed opens to a token of its group alone, and says what is wrong with a request", async () => {
  await aGroup("database", ["10.20.0.0/30"]);
  await aGroup("cache", ["10.30.0.1"]);
  const mine = await client.issue("database", "edge-1");
  const foreign = await client.issue("cache", "edge-1");
  const answers = async (headers: Record<string, string>, query = "", group = "database") => {
    const { status, body } = await client.fetch(group, headers, { query });
    return [status, status === 200 ? body : JSON.parse(body).detail];
  };
  expect(await answers(bearer(mine))).toEqual([200, "10.20.0.0/30\n"]);
  expect(await answers(basic(mine), "?format=csv&max=1")).toEqual([200, "address,family\n10.20.0.0/30,4\n"]);
  expect(await answers({})).toEqual([401, expect.stringContaining("feed token")]);
  expect(await answers(bearer({ secret: "wrong" }))).toEqual([401, expect.any(String)]);
  expect(await answers(bearer({ secret: "wrong" }), "", "never made")).toEqual([401, expect.any(String)]);
  expect(await answers({ authorization: connector.authorization })).toEqual([
    401,
    expect.stringContaining("connector"),
  ]);
  expect(await answers(bearer(foreign))).toEqual([403, expect.stringContaining('"cache"')]);
  expect(await answers({ authorization: await stack.token() })).toEqual([403, expect.stringContaining("user")]);
  expect(await answers(bearer(mine), "?format=xml")).toEqual([400, expect.stringMatching(/text.*checkpoint/)]);
  await client.revoke(mine.id);
  expect(await answers(bearer(mine))).toEqual([401, expect.any(String)]);
});

test("a list that a firewall would truncate is refused, and the list of an empty group says so", async () => {
  await aGroup("many", ["10.40.0.1", "10.40.0.3", "10.40.0.5"]);
  const token = await client.issue("many", "small-fw");
  const refused = await client.fetch("many", bearer(token), { query: "?max=2" });
  expect(refused.status).toBe(507);
  expect(JSON.parse(refused.body).detail).toMatch(/\b3\b.*\b2\b/);
  expect((await client.fetch("many", bearer(token), { query: "?max=3", method: "HEAD" })).status).toBe(200);

  await inventory(stack, graph).saveGroup(groupOf("no-member", "No member"));
  const lonely = await client.issue("no-member", "edge-1");
  const empty = await eventually(
    () => client.fetch("no-member", bearer(lonely)),
    ({ status }) => status === 200,
  );
  expect(empty.body).toMatch(/^#.*\n$/);
});

test("a group that a firewall fetches is deleted only by force, and its tokens then get the reason", async () => {
  await aGroup("leaving", ["10.50.0.1"]);
  const token = await client.issue("leaving", "edge-9");
  expect((await client.fetch("leaving", bearer(token))).status).toBe(200);
  await eventually(
    () =>
      graph.get<{ group: { feedConsumers: { lastFetchedAt: string | null }[] } }>(
        `{ group(id: "leaving") { feedConsumers { lastFetchedAt } } }`,
      ),
    ({ group }) => group.feedConsumers.every(({ lastFetchedAt }) => lastFetchedAt !== null),
  );
  const { errors } = await graph.ask(`mutation { deleteGroup(id: "leaving") }`);
  expect(errors).toMatchObject([{ message: expect.stringContaining("edge-9"), extensions: { code: "CONFLICT" } }]);
  await graph.get(`mutation { deleteGroup(id: "leaving", force: true) }`);
  expect((await client.fetch("leaving", bearer(token))).status).toBe(410);
  await aGroup("leaving", ["10.50.0.1"]);
  expect((await client.fetch("leaving", bearer(token))).status).toBe(410);
});
