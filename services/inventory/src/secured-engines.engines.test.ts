import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { connectMongo, presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { type SecuredMongo, startSecuredMongo } from "@network-access/testkit/secured-mongo";
import { type SecuredOpenSearch, startSecuredOpenSearch } from "@network-access/testkit/secured-opensearch";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import { startValkey, type ValkeyServer } from "@network-access/testkit/valkey-server";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * In these tests, MongoDB, Valkey and OpenSearch accept only TLS connections with credentials. Their certificates come
 * from a private certificate authority.
 */

const USER = "inventory";
/** A password that has to be encoded in a URL. */
const PASSWORD = "geheim:ä/s@s%w?";
const WRONG = "geheim-2";

let issuer: TestIssuer;
let mongo: SecuredMongo;
let door: EngineDoor;
let valkey: ValkeyServer;
let search: SecuredOpenSearch;
const running: RunningInventory[] = [];
const { logger, lines } = keepLogLines();

beforeAll(async () => {
  issuer = await startTestIssuer();
  const acl = [`user ${USER} on >${PASSWORD} ~* &* +@all`, "user default off"];
  [mongo, valkey, search] = await Promise.all([
    startSecuredMongo(),
    startValkey(acl, { tls: true }),
    startSecuredOpenSearch(process.env.TEST_OPENSEARCH_URL ?? "", { username: USER, password: PASSWORD }),
  ]);
  await mongo.setPassword(USER, PASSWORD);
  door = await createEngineDoor(mongo.url);
});
afterEach(async () => {
  for (const inventory of running.splice(0)) {
    await inventory.stop();
    await removeInventory(inventory.name);
  }
  lines.length = 0;
});
afterAll(async () => {
  await Promise.all([door.shut(), valkey.stop(), search.stop(), issuer.stop()]);
  await mongo.stop();
});

async function start(other: Readonly<Record<string, string>> = {}): Promise<RunningInventory> {
  const inventory = await startInventory(issuer, { ...settings(), ...other }, { logger, indexesAt: mongo.openUrl });
  running.push(inventory);
  return inventory;
}

const withUser = (url: string, password = PASSWORD) =>
  url.replace("://", `://${USER}:${encodeURIComponent(password)}@`);
const settings = () => ({
  MONGO_URL: withUser(door.url),
  MONGO_CA_FILE: testAuthorityFile,
  REDIS_URL: withUser(`rediss://127.0.0.1:${valkey.port}`),
  REDIS_CA_FILE: testAuthorityFile,
  OPENSEARCH_URL: search.url,
  OPENSEARCH_CA_FILE: testAuthorityFile,
  OPENSEARCH_USERNAME: USER,
  OPENSEARCH_PASSWORD: PASSWORD,
});
const item = { accountId: "acc", region: "eu", type: "vm", id: "i-1", ips: ["10.0.0.1"], tags: { in: "g" } };
const found = async (inventory: RunningInventory) => {
  const { body } = await inventory.graphql('{ inventoryItemsSearch(query: "i-1") { items { id } } }');
  return body.data?.inventoryItemsSearch?.items.length ?? body.errors?.[0]?.extensions?.code;
};
const logged = () => JSON.stringify(lines);

test("items are stored, projected and found, and jobs are sent and done", async () => {
  const inventory = await start();
  const cloud = await inventory.connector("cloud");
  const input = { id: "g", name: "G", filter: { tags: [{ key: "in", value: "g" }] } };
  await inventory.graphql("mutation ($input: GroupInput!) { saveGroup(input: $input) { memberCount } }", { input });
  expect((await inventory.upload(cloud, { discoveryId: "d", items: [item] })).body.accepted).toBe(1);
  expect(
    await eventually(
      () => found(inventory),
      (count) => count === 1,
    ),
  ).toBe(1);
  // The members are computed by a job.
  const group = await eventually(
    async () => (await inventory.graphql('{ group(id: "g") { memberCount } }')).body.data.group,
    ({ memberCount }) => memberCount === 1,
  );
  expect(group.memberCount).toBe(1);
  expect(lines.filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
});

describe("the database", () => {
  test("with a wrong password ends the start, and the error does not contain it", async () => {
    const starting = start({ MONGO_URL: withUser(door.url, WRONG) });
    const error = await starting.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    logger.fatal({ err: error }, "could not start");
    expect(error).toMatchObject({ message: "Authentication failed." });
    expect(logged()).not.toContain(WRONG);
  });

  test("whose certificate is not trusted is away, and the error says why", async () => {
    const url = withUser(door.url);
    const untrusting = connectMongo({ url, database: "inventory", logger, startMs: 0 });
    await expect(untrusting.start()).rejects.toThrow("unable to verify the first certificate");
    await untrusting.stop();
    expect(logged()).not.toContain("geheim");
  });

  test("that grants a connection no rights fails the check, although it answers", async () => {
    const certificateAuthority = readFileSync(testAuthorityFile, "utf8");
    const anonymous = connectMongo({ url: mongo.url, database: "inventory", certificateAuthority, logger });
    await anonymous.start();
    const error = await Promise.resolve(anonymous.check.check(AbortSignal.timeout(60_000))).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await anonymous.stop();
    expect(error).toMatchObject({ code: 13 });
    expect(presentDatabaseAway(error)).toMatchObject({ code: "UPSTREAM_UNAVAILABLE" });
  });

  test("a running process whose password the database refuses is not ready, and calls get 503", async () => {
    const inventory = await start();
    await mongo.setPassword(USER, WRONG);
    await door.shut();
    await door.open();
    await eventually(
      async () => (await inventory.send("GET", "/readyz")).status,
      (status) => status === 503,
    );
    const { body } = await inventory.graphql('{ group(id: "g") { memberCount } }');
    expect(body.errors[0].extensions.code).toBe("UPSTREAM_UNAVAILABLE");
    expect(logged()).toContain("Authentication failed.");
    expect(logged()).not.toMatch(/geheim/);
    await mongo.setPassword(USER, PASSWORD);
    await eventually(
      async () => (await inventory.send("GET", "/readyz")).status,
      (status) => status === 200,
    );
  });
});

test.each([
  ["a wrong password", () => ({ REDIS_URL: withUser(`rediss://127.0.0.1:${valkey.port}`, WRONG) }), "WRONGPASS"],
  ["a certificate that is not trusted", () => ({ REDIS_CA_FILE: "" }), "certificate"],
])("with %s Redis is away, the process serves what needs no queue, and the log says why", async (_, other, reason) => {
  const inventory = await start(other());
  expect((await inventory.send("GET", "/readyz")).status).toBe(200);
  await eventually(
    async () => logged(),
    (text) => text.includes(reason) && text.includes("the queue does not answer"),
  );
  expect(logged()).not.toContain("geheim");
});

test.each([
  ["a wrong password", () => ({ OPENSEARCH_PASSWORD: WRONG }), "OpenSearch answered 401"],
  ["a certificate that is not trusted", () => ({ OPENSEARCH_CA_FILE: "" }), "unable to verify the first certificate"],
])(
  "with %s the search index is away, the process serves what needs no index, and the log says why",
  async (_, other, reason) => {
    const inventory = await start(other());
    expect((await inventory.send("GET", "/readyz")).status).toBe(200);
    expect(await found(inventory)).toBe("UPSTREAM_UNAVAILABLE");
    await eventually(
      async () => logged(),
      (text) => text.includes(reason),
    );
    expect(logged()).not.toContain("geheim");
  },
);
