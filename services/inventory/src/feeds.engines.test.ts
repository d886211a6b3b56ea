import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { fetchFeed } from "../test/fetch-feed.ts";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * Tests feeds with complete processes, a real database, a real queue and a real search index. The tests fetch feeds
 * over HTTP, as a firewall does.
 */

let issuer: TestIssuer;
let database: EngineDoor;
let inventory: RunningInventory;
let other: RunningInventory;
let cloud: { authorization: string };

beforeAll(async () => {
  issuer = await startTestIssuer();
  database = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  inventory = await startInventory(issuer, { MONGO_URL: database.url });
  const { name } = inventory;
  other = await startInventory(issuer, { MONGO_DATABASE: name, REDIS_PREFIX: name, INDEX_PREFIX: name });
  cloud = await inventory.connector("cloud");
});
afterAll(async () => {
  await inventory.stop();
  await other.stop();
  await database.shut();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const keyOf = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });
const saveGroup = "mutation ($input: GroupInput!) { saveGroup(input: $input) { id membersUpdatedAt membersRevision } }";
const issueToken = `mutation ($groupId: String!, $consumer: String!) {
  issueFeedToken(groupId: $groupId, consumer: $consumer) { id consumer secret } }`;

/**
 * Uploads an item with these addresses, and creates a group whose only member is this item. Waits until the group's
 * members are computed.
 */
async function aGroup(id: string, ips: readonly string[]): Promise<void> {
  await change(id, ips);
  const input = { id, name: `name of ${id}`, filter: { tags: [{ key: "in", value: id }] } };
  expect((await inventory.graphql(saveGroup, { input })).body.data.saveGroup.id).toBe(id);
  const read = "query ($id: String!) { group(id: $id) { membersUpdatedAt } }";
  await eventually(
    async () => (await inventory.graphql(read, { id })).body.data.group,
    ({ membersUpdatedAt }) => membersUpdatedAt !== null,
  );
}
async function change(group: string, ips: readonly string[]): Promise<void> {
  const items = [{ ...keyOf(`of ${group}`), ips, tags: { in: group } }];
  expect((await inventory.upload(cloud, { discoveryId: "feeds", items })).status).toBe(200);
}
async function aToken(groupId: string, consumer = "edge-1"): Promise<{ id: string; secret: string; bearer: string }> {
  const { issueFeedToken } = (await inventory.graphql(issueToken, { groupId, consumer })).body.data;
  expect(issueFeedToken.consumer).toBe(consumer);
  return { ...issueFeedToken, bearer: `Bearer ${issueFeedToken.secret}` };
}
const urlOf = (groupId: string, query = "", { url } = inventory) =>
  `${url}/groups/${encodeURIComponent(groupId)}/addresses${query}`;
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

describe("a feed", () => {
  const lines = "10.7.0.0/31\n10.7.0.4\n2001:db8::/32\n2001:db9::1\n";
  let bearer: string;
  beforeAll(async () => {
    await aGroup("münchen/web", ["10.7.0.0", "10.7.0.1", "10.7.0.4", "2001:db8::/32", "2001:db9::1"]);
    bearer = (await aToken("münchen/web")).bearer;
  });
  const fetchIt = (query = "", headers: Record<string, string> = {}, method = "GET") =>
    fetchFeed(urlOf("münchen/web", query), { authorization: bearer, ...headers }, method);

  test("is text unless another format is asked for", async () => {
    const answer = await fetchIt();
    expect(answer).toMatchObject({ status: 200, body: lines });
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(lines.length),
      "cache-control": "private, no-cache",
      vary: "accept-encoding",
      "x-group-revision": "1",
      etag: expect.stringMatching(/^"[^"]+"$/),
      "x-request-id": expect.any(String),
    });
    expect(answer.headers.warning).toBeUndefined();
    expect(await fetchIt("?format=text")).toMatchObject({ body: lines });

    const csv = await fetchIt("?format=csv");
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.body).toBe("address,family\n10.7.0.0/31,4\n10.7.0.4,4\n2001:db8::/32,6\n2001:db9::1,6\n");

    const json = await fetchIt("?format=json");
    expect(json.headers["content-type"]).toContain("application/json");
    const { group } = (
      await inventory.graphql("query ($id: String!) { group(id: $id) { membersRevision membersUpdatedAt } }", {
        id: "münchen/web",
      })
    ).body.data;
    expect(JSON.parse(json.body)).toEqual({
      groupId: "münchen/web",
      revision: group.membersRevision,
      updatedAt: group.membersUpdatedAt,
      addresses: lines.trim().split("\n"),
    });

    const file = JSON.parse((await fetchIt("?format=checkpoint")).body);
    expect(file).toEqual({
      version: "1.0",
      description: expect.any(String),
      objects: [
        {
          name: "münchen/web",
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          description: expect.any(String),
          ranges: lines.trim().split("\n"),
        },
      ],
    });
  });

  test("is not sent again to a consumer that has it, packed or not", async () => {
    const plain = await fetchIt();
    const packed = await fetchIt("", { "accept-encoding": "gzip, deflate" });
    expect(packed).toMatchObject({ status: 200, body: lines, headers: { "content-encoding": "gzip" } });
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    for (const [etag, status] of [
      [String(plain.headers.etag), 304],
      [`"other", W/${plain.headers.etag}`, 304],
      ["*", 304],
      [String(packed.headers.etag), 200],
      ['"other"', 200],
    ] as const) {
      const answer = await fetchIt("", { "if-none-match": etag });
      expect([etag, answer.status]).toEqual([etag, status]);
      expect(answer.headers).toMatchObject({ etag: plain.headers.etag, vary: "accept-encoding" });
      expect(answer.headers["x-group-revision"]).toBe("1");
      expect(answer.body).toBe(status === 304 ? "" : lines);
    }
    const again = await fetchIt("", { "accept-encoding": "gzip", "if-none-match": String(packed.headers.etag) });
    expect(again.status).toBe(304);
    expect((await fetchIt("", { "accept-encoding": "gzip;q=0" })).headers["content-encoding"]).toBeUndefined();
  });

  test("answers HEAD with the same head", async () => {
    const got = await fetchIt();
    const head = await fetchIt("", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: "" });
    for (const name of ["etag", "content-length", "content-type", "x-group-revision"])
      expect(head.headers[name]).toBe(got.headers[name]);
    expect((await fetchIt("", {}, "POST")).status).toBe(405);
  });

  test.each([
    ["?format=xml", 400, ["format"]],
    ["?format=", 400, ["format"]],
    ["?format=text&format=csv&colour=red&max=0", 400, ["format", "colour", "max"]],
    ["?max=1e3", 400, ["max"]],
    ["?max=-1", 400, ["max"]],
    ["?max=3", 507, ["max"]],
    ["?max=4", 200, []],
  ])("%s is answered with %i, naming %j", async (query, status, fields) => {
    const answer = await fetchIt(query);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    const problem = JSON.parse(answer.body);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(problem.errors.map(({ field }: { field: string }) => field).sort()).toEqual([...fields].sort());
    if (status === 507) expect(problem.detail).toMatch(/\b4\b.*\b3\b/);
    if (query === "?format=xml") expect(problem.detail).toContain("text, json, csv, checkpoint");
  });

  test("has the same bytes from every process", async () => {
    for (const format of ["text", "json", "csv", "checkpoint"])
      for (const encoding of ["identity", "gzip"]) {
        const headers = { authorization: bearer, "accept-encoding": encoding };
        const [one, two] = await Promise.all(
          [inventory, other].map((process) => fetchFeed(urlOf("münchen/web", `?format=${format}`, process), headers)),
        );
        expect(one?.body).toBe(two?.body);
        expect(one?.headers.etag).toBe(two?.headers.etag);
        expect(one?.headers["content-length"]).toBe(two?.headers["content-length"]);
      }
  });

  test("of an empty group is one comment line as text and an empty list otherwise", async () => {
    await aGroup("empty", []);
    const { bearer: authorization } = await aToken("empty");
    const fetchEmpty = (format: string) => fetchFeed(urlOf("empty", `?format=${format}`), { authorization });
    expect((await fetchEmpty("text")).body).toMatch(/^#.*\n$/);
    expect((await fetchEmpty("csv")).body).toBe("address,family\n");
    expect(JSON.parse((await fetchEmpty("json")).body).addresses).toEqual([]);
    expect(JSON.parse((await fetchEmpty("checkpoint")).body).objects[0].ranges).toEqual([]);
  });

  test("follows its items, and stays unchanged when the group is renamed", async () => {
    await aGroup("follow", ["10.6.0.1"]);
    const { bearer: authorization } = await aToken("follow");
    const ask = async (format: string) => fetchFeed(urlOf("follow", `?format=${format}`), { authorization });
    const formats = ["text", "json", "csv", "checkpoint"];
    const before = await Promise.all(formats.map(ask));
    const input = {
      id: "follow",
      name: "renamed",
      description: "new",
      filter: { tags: [{ key: "in", value: "follow" }] },
    };
    await inventory.graphql(saveGroup, { input });
    const renamed = await Promise.all(formats.map(ask));
    expect(renamed.map(({ headers, body }) => [headers.etag, body])).toEqual(
      before.map(({ headers, body }) => [headers.etag, body]),
    );

    await change("follow", ["10.6.0.2"]);
    const after = await eventually(
      () => ask("text"),
      ({ body }) => body === "10.6.0.2\n",
    );
    expect(after.headers).toMatchObject({ "x-group-revision": "2" });
    expect(after.headers.etag).not.toBe(before[0]?.headers.etag);

    await change("follow", ["10.6.0.1"]);
    const back = await eventually(
      () => ask("text"),
      ({ body }) => body === "10.6.0.1\n",
    );
    expect(back.headers).toMatchObject({ "x-group-revision": "3", etag: before[0]?.headers.etag });
    const json = await ask("json");
    expect(JSON.parse(json.body).revision).toBe(3);
    expect(json.headers.etag).not.toBe(before[1]?.headers.etag);
  });
});

describe("a feed token", () => {
  test("is accepted for the feed of its group by bearer and by basic credentials, and no other credentials are", async () => {
    await aGroup("keys", ["10.5.0.1"]);
    await aGroup("others", ["10.5.0.2"]);
    const own = await aToken("keys");
    const foreign = await aToken("others");
    const user = await issuer.userToken({ permissions: ["group:view", "group:edit"] });
    const cases: [string, string | undefined, number][] = [
      ["its bearer", own.bearer, 200],
      ["its id and secret", basic(own.id, own.secret), 200],
      ["nothing", undefined, 401],
      ["a wrong secret", "Bearer wrong", 401],
      ["a wrong id", basic(foreign.id, own.secret), 401],
      ["a wrong secret for an id", basic(own.id, "wrong"), 401],
      ["a connector", cloud.authorization, 401],
      ["another group's token", foreign.bearer, 403],
      ["a user", `Bearer ${user}`, 403],
      ["a bare user", user, 403],
    ];
    for (const [who, authorization, status] of cases) {
      const answer = await fetchFeed(urlOf("keys"), authorization === undefined ? {} : { authorization });
      expect([who, answer.status]).toEqual([who, status]);
      if (status !== 200) expect(JSON.parse(answer.body)).toMatchObject({ status, detail: expect.any(String) });
      const challenge = answer.headers["www-authenticate"];
      if (status === 401) expect(challenge).toMatch(/^Basic .*Bearer/);
      else expect(challenge).toBeUndefined();
    }
    for (const [authorization, status] of [
      [foreign.bearer, 403],
      ["Bearer wrong", 401],
    ] as const)
      expect((await fetchFeed(urlOf("never made"), { authorization })).status).toBe(status);
    for (const path of ["/graphql", "/inventory/item"])
      expect((await inventory.send("POST", path, {}, { authorization: own.bearer })).status).toBe(401);
  });

  test("is revoked at once, in every process", async () => {
    await aGroup("revoked", ["10.5.1.1"]);
    const { id, bearer: authorization } = await aToken("revoked");
    expect((await fetchFeed(urlOf("revoked", "", other), { authorization })).status).toBe(200);
    const revoke = "mutation ($id: String!) { revokeFeedToken(id: $id) }";
    expect((await inventory.graphql(revoke, { id })).body.data.revokeFeedToken).toBe(id);
    expect((await inventory.graphql(revoke, { id })).body.errors[0].extensions.code).toBe("NOT_FOUND");
    for (const process of [inventory, other])
      expect((await fetchFeed(urlOf("revoked", "", process), { authorization })).status).toBe(401);
  });

  test("is listed with its group, with the time of its last fetch", async () => {
    await aGroup("listed", ["10.5.2.1"]);
    const first = await aToken("listed", "first");
    await aToken("listed", "second");
    const list = async () =>
      (
        await inventory.graphql(
          '{ group(id: "listed") { feedConsumers { tokenId name issuedAt issuedBy lastFetchedAt } } }',
        )
      ).body.data.group.feedConsumers;
    const by = { issuedAt: expect.any(String), issuedBy: "ada@example.com", lastFetchedAt: null };
    expect(await list()).toEqual([
      { tokenId: first.id, name: "first", ...by },
      { tokenId: expect.any(String), name: "second", ...by },
    ]);
    await fetchFeed(urlOf("listed"), { authorization: first.bearer });
    const [fetched, other] = await eventually(list, ([one]) => one.lastFetchedAt !== null);
    expect(Date.now() - Date.parse(fetched.lastFetchedAt)).toBeLessThan(60_000);
    expect(other.lastFetchedAt).toBeNull();
  });

  test("answers 410 for good once its group is deleted, also when the id is used again", async () => {
    await aGroup("passing", ["10.5.3.1"]);
    const { bearer: authorization } = await aToken("passing", "edge-7");
    expect((await fetchFeed(urlOf("passing"), { authorization })).status).toBe(200);
    const consumers = '{ group(id: "passing") { feedConsumers { lastFetchedAt } } }';
    await eventually(
      async () => (await inventory.graphql(consumers)).body.data.group.feedConsumers[0],
      ({ lastFetchedAt }) => lastFetchedAt !== null,
    );
    const refused = (await inventory.graphql('mutation { deleteGroup(id: "passing") }')).body;
    expect(refused.errors[0]).toMatchObject({
      message: expect.stringContaining('"edge-7"'),
      extensions: { code: "CONFLICT" },
    });
    const forced = await inventory.graphql('mutation { deleteGroup(id: "passing", force: true) }');
    expect(forced.body.data.deleteGroup).toBe("passing");
    expect((await fetchFeed(urlOf("passing"), { authorization })).status).toBe(410);
    const orphan = await inventory.graphql(issueToken, { groupId: "passing", consumer: "late" });
    expect(orphan.body.errors[0].extensions.code).toBe("NOT_FOUND");

    await aGroup("passing", ["10.5.3.1"]);
    expect((await fetchFeed(urlOf("passing"), { authorization })).status).toBe(410);
    const { bearer: renewed } = await aToken("passing");
    expect(await fetchFeed(urlOf("passing"), { authorization: renewed })).toMatchObject({
      status: 200,
      body: "10.5.3.1\n",
    });
  });
});

describe("while the database is unavailable", () => {
  test("consumers admitted before the outage get the last list with a warning, and no credentials are refused as wrong", async () => {
    await aGroup("steady", ["10.4.0.1"]);
    await aGroup("unfetched", ["10.4.0.2"]);
    const known = await aToken("steady");
    const unknown = await aToken("steady");
    const unfetched = await aToken("unfetched");
    const ask = (authorization: string, headers: Record<string, string> = {}, group = "steady", query = "") =>
      fetchFeed(urlOf(group, query), { authorization, ...headers });
    const before = await ask(known.bearer);
    expect(before).toMatchObject({ status: 200, body: "10.4.0.1\n" });
    await database.shut();
    try {
      const last = await ask(known.bearer);
      expect(last).toMatchObject({ status: 200, body: "10.4.0.1\n" });
      expect(last.headers).toMatchObject({ etag: before.headers.etag, warning: expect.stringMatching(/^110 /) });
      const packed = await ask(basic(known.id, known.secret), { "accept-encoding": "gzip" });
      expect(packed).toMatchObject({ status: 200, body: "10.4.0.1\n", headers: { "content-encoding": "gzip" } });
      const unchanged = await ask(known.bearer, { "if-none-match": String(before.headers.etag) });
      expect(unchanged).toMatchObject({ status: 304, headers: { warning: expect.stringMatching(/^110 /) } });
      for (const answer of await Promise.all([
        ask(known.bearer, {}, "steady", "?format=csv"),
        ask(unknown.bearer),
        ask(unfetched.bearer, {}, "unfetched"),
        ask("Bearer wrong"),
      ])) {
        expect(answer).toMatchObject({ status: 503, headers: { "retry-after": expect.any(String) } });
        expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|mongo/i);
      }
      expect((await ask(known.bearer, {}, "unfetched")).status).toBe(403);
      expect((await fetchFeed(urlOf("steady"), {})).status).toBe(401);
      expect((await fetch(`${inventory.url}/readyz`)).status).toBe(503);
    } finally {
      await database.open();
    }
    const back = await eventually(
      () => ask(known.bearer),
      ({ status, headers }) => status === 200 && headers.warning === undefined,
    );
    expect(back).toMatchObject({ status: 200, headers: { etag: before.headers.etag } });
    expect((await ask("Bearer wrong")).status).toBe(401);
  });
});

test("a group that was never filled is answered with 503 until it is", async () => {
  const queue = await createEngineDoor(process.env.TEST_REDIS_URL ?? "");
  const young = await startInventory(issuer, { REDIS_URL: queue.url });
  try {
    await queue.shut();
    const input = { id: "young", name: "Young", filter: { types: ["nothing"] } };
    expect((await young.graphql(saveGroup, { input })).body.data.saveGroup.membersUpdatedAt).toBeNull();
    const { secret } = (await young.graphql(issueToken, { groupId: "young", consumer: "edge" })).body.data
      .issueFeedToken;
    const ask = () => fetchFeed(urlOf("young", "", young), { authorization: `Bearer ${secret}` });
    expect(await ask()).toMatchObject({ status: 503, headers: { "retry-after": expect.any(String) } });
    await queue.open();
    const filled = await eventually(ask, ({ status }) => status !== 503);
    expect(filled).toMatchObject({ status: 200, body: expect.stringMatching(/^#/) });
  } finally {
    await young.stop();
    await removeInventory(young.name);
    await queue.shut();
  }
});
