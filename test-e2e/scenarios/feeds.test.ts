import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { feeds } from "../clients/feeds.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { startTestStack, type TestStack } from "../stack.ts";

let stack: TestStack;
let graph: GraphClient;
let client: ReturnType<typeof feeds>;
let cloud: Awaited<ReturnType<ReturnType<typeof inventory>["connector"]>>;

beforeAll(async () => {
  stack = await startTestStack({ only: "requests", ownEngines: ["mongo"] });
  graph = stack.graph();
  client = feeds(stack, graph);
  cloud = await inventory(stack, graph).connector("cloud");
});
afterAll(() => stack?.stop());

const basic = ({ id, secret }: { id: string; secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
const server = (id: string, ips: readonly string[], role: string) => ({
  accountId: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77",
  region: "eu-central-1",
  type: "vm",
  id,
  ips,
  tags: { role },
});
async function aGroup(role: string, ips: readonly string[]): Promise<void> {
  await cloud.upload("feeds", [server(`${role}-1`, ips, role)]);
  await inventory(stack, graph).saveGroup(groupOf(role, role));
}
const groupOf = (role: string, name: string) => ({
  id: role,
  name,
  filter: { tags: [{ key: "role", value: role }] },
});

test("a firewall polls: it gets the list, then 304 until an item changes, and within seconds the new list", async () => {
  await aGroup("web", ["10.10.0.1", "2001:db8:10::/48"]);
  const token = await client.issue("web", "edge-1");
  const first = await client.fetch("web", basic(token));
  expect(first).toMatchObject({ status: 200, body: "10.10.0.1\n2001:db8:10::/48\n" });
  expect(first.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const etag = String(first.headers.etag);
  const poll = () => client.fetch("web", { ...basic(token), "if-none-match": etag });
  expect(await poll()).toMatchObject({ status: 304, body: "", headers: { "x-group-revision": "1" } });

  await inventory(stack, graph).saveGroup(groupOf("web", "Another name"));
  expect((await poll()).status).toBe(304);

  await cloud.upload("feeds", [server("web-1", ["10.10.0.1", "10.10.0.9"], "web")]);
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
  expect(await answers({ authorization: cloud.authorization })).toEqual([401, expect.stringContaining("connector")]);
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

  await inventory(stack, graph).saveGroup(groupOf("nobody", "Nobody"));
  const lonely = await client.issue("nobody", "edge-1");
  const empty = await eventually(
    () => client.fetch("nobody", bearer(lonely)),
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

test("with the database away a firewall keeps its list, and its token is never refused as wrong", async () => {
  await aGroup("steady", ["10.60.0.1"]);
  const known = await client.issue("steady", "edge-1");
  const unknown = await client.issue("steady", "edge-2");
  const before = await client.fetch("steady", bearer(known));
  expect(before.status).toBe(200);
  await stack.engine("mongo").stop();
  const etag = String(before.headers.etag);
  const [list, held, refused, wrong] = await Promise.all([
    client.fetch("steady", bearer(known)),
    client.fetch("steady", { ...bearer(known), "if-none-match": etag }),
    client.fetch("steady", bearer(unknown)),
    client.fetch("steady", bearer({ secret: "wrong" })),
  ]);
  expect(list).toMatchObject({ status: 200, body: "10.60.0.1\n", headers: { etag } });
  expect(held).toMatchObject({ status: 304, headers: { etag } });
  for (const { headers } of [list, held]) expect(headers.warning).toMatch(/^110 /);
  for (const { status, headers } of [refused, wrong])
    expect([status, headers["retry-after"]]).toEqual([503, expect.any(String)]);

  await stack.engine("mongo").start();
  const back = await eventually(
    () => client.fetch("steady", bearer(unknown)),
    ({ status, headers }) => status === 200 && headers.warning === undefined,
  );
  expect(back).toMatchObject({ body: "10.60.0.1\n", headers: { etag } });
});
