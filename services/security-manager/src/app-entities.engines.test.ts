import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { PUT_ENTITIES } from "./siql/schema/entities.ts";

/** These tests put entities over the REST interface. They use a real database and real indexes. */

jest.setTimeout(1_800_000);

const PASSWORD = "a password of the test";
let issuer: TestIssuer;
let manager: RunningManager;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  await manager.untilEntitiesAreSearched();
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const put = (path: string, body: unknown, as?: string) => manager.send("PUT", `/domain/1/${path}`, body, as);
const get = (path: string, as?: string) => manager.send("GET", `/domain/1/${path}`, undefined, as);
const remove = (path: string, as?: string) => manager.send("DELETE", `/domain/1/${path}`, undefined, as);
async function idsOf(kind: string, q: string, more = "", as?: string): Promise<string[]> {
  const { status, body } = await manager.search(kind, q, `&pageSize=1000${more}`, as);
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ id }: { id: string }) => id);
}
/** Waits until the index of a kind exists. */
async function untilSearched(kind: string): Promise<void> {
  await until(async () => (await manager.search(kind, `${kind}{true}`)).status === 200);
}
const until = (isSo: () => Promise<boolean>) => manager.eventually(isSo, 150_000);
/** Creates a user who may read some device groups and write others. Returns the user's credentials. */
async function createUser(username: string, write: readonly number[], read: readonly number[] = []): Promise<string> {
  const group = (await manager.send("POST", "/domain/1/usergroup", { name: `Group of ${username}` })).body.id;
  await put(`usergroup/${group}/permissions`, {
    permissions: [
      { name: "securityManager", read: true },
      { name: "devices", write: true },
    ],
    deviceGroups: [...write.map((id) => ({ id, write: true })), ...read.map((id) => ({ id, read: true }))],
  });
  const body = { username, password: PASSWORD, userGroupIds: [group] };
  expect((await manager.send("POST", "/domain/1/user", body)).status).toBe(201);
  return `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString("base64")}`;
}
const createGroup = async (name: string): Promise<number> =>
  (await manager.send("POST", "/domain/1/devicegroup", { name })).body.id;

describe("one entity", () => {
  test.each(PUT_ENTITIES)("of %s is put, read, found, listed, counted and deleted", async (kind) => {
    const device = await manager.createDevice(`of ${kind}`);
    const body = { name: "Name", displayName: "Shown", device, comment: "a comment" };
    const taken = await put(`${kind}/one`, body);
    const own = { application: { connections: [] }, applicationgroup: { applications: [] } };
    const record = {
      ...{ id: "one", matchId: "one", domainId: 1, ...body, ndDevice: { id: device, name: `of ${kind}` } },
      ...(kind === "application" || kind === "applicationgroup" ? own[kind] : {}),
    };
    expect(taken).toMatchObject({ status: 200, body: { ...record, searchable: true } });
    expect((await put(`${kind}/two`, {})).body).toMatchObject({
      ...{ id: "two", name: "two", displayName: "two", device: null, comment: "" },
    });
    expect((await get(`${kind}/one`)).body).toEqual(record);
    expect((await manager.search(kind, `device{id=${device}}`)).body.results).toEqual([record]);
    expect((await get(kind)).body).toMatchObject({ total: 2, page: 0, results: [record, { id: "two" }] });
    expect(await idsOf(kind, `${kind}{name = 'N*' and comment ~ 'comm' and device is not null}`)).toEqual(["one"]);
    expect(await idsOf(kind, `${kind}{device != 1234}`)).toEqual(["one"]);
    expect(await idsOf(kind, `${kind}{device is null}`)).toEqual(["two"]);
    expect(await idsOf(kind, "domain{id=1}")).toEqual(["one", "two"]);
    expect(await idsOf(kind, "domain{id=1}", "&sort=-name")).toEqual(["two", "one"]);
    expect(await idsOf(kind, "device{id > 0}")).toEqual(["one"]);
    expect(await idsOf(kind, "devicegroup{id=1}")).toEqual(["one"]);
    expect(await idsOf(kind, "domain{id=2}")).toEqual([]);
    const countType = {
      ...{ userobj: "USEROBJECT", appobj: "APPLICATIONOBJECT", profileobj: "PROFILEOBJECT" },
      ...{ urlmatcher: "URLMATCHER", asset: "ASSET" },
    }[kind as string];
    if (countType !== undefined)
      expect((await manager.send("GET", `/siql/count?countType=${countType}&q=domain{id=1}`)).body).toEqual({
        ...{ countType, total: 2 },
      });
    expect((await put(`${kind}/one`, { device })).body).toMatchObject({ name: "one", comment: "" });
    expect(await idsOf(kind, `${kind}{name = 'Name'}`)).toEqual([]);
    expect((await remove(`${kind}/one`)).status).toBe(204);
    expect((await remove(`${kind}/one`)).status).toBe(404);
    expect((await get(`${kind}/one`)).status).toBe(404);
    expect(await idsOf(kind, "domain{id=1}")).toEqual(["two"]);
    expect((await put(`${kind}/one`, { device, name: "again" })).body).toMatchObject({ name: "again" });
    expect(await idsOf(kind, "domain{id=1}")).toEqual(["one", "two"]);
  });

  test.each([
    ["asset/a%20b", {}, "id"],
    ["asset/a", { id: "a" }, ""],
    ["asset/a", { device: 987_654_321 }, "device"],
    ["application/a", { connections: [connection({ source: ["10.0.0.0/8", "web"] })] }, "connections.0.source.1"],
  ])("%s with %j is refused with the field", async (path, body, field) => {
    const { status, body: answer } = await put(path, body);
    expect([status, answer.code, answer.errors[0].field]).toEqual([400, "BAD_USER_INPUT", field]);
  });
});

function connection(more: object = {}) {
  return { source: "any", destination: "any", service: "any", ...more };
}
describe("a list", () => {
  test("says which entities were taken, and why the others were not", async () => {
    const device = await manager.createDevice("of a list");
    const { status, body } = await put("application", [
      { id: "list-1", connections: [connection()] },
      { id: "list-1", device },
      { id: "list-1" },
      { id: "list-2", device: 987_654_321 },
      { id: "list-3", connections: [connection({ service: "web" })] },
      "nonsense",
      { id: "list-4", device, name: 7 },
    ]);
    expect([status, body.taken, body.refused, body.searchable]).toEqual([200, 2, 5, true]);
    expect(body.results).toMatchObject([
      { id: "list-1", device: null, taken: true, refusal: null },
      { id: "list-1", device, taken: true },
      { id: "list-1", device: null, taken: false, refusal: { code: "BAD_USER_INPUT", errors: [{ field: "id" }] } },
      { id: "list-2", device: 987_654_321, taken: false, refusal: { errors: [{ field: "device" }] } },
      { id: "list-3", taken: false, refusal: { errors: [{ field: "connections.0.service.0" }] } },
      { id: null, device: null, taken: false },
      { id: "list-4", device, taken: false, refusal: { errors: [{ field: "name" }] } },
    ]);
    expect(await idsOf("application", "application{id = 'list-*'}")).toEqual(["list-1", "list-1"]);
  });

  test("of 1,000 is taken at once, and searched in the order of devices and ids", async () => {
    const list = Array.from({ length: 1_000 }, (_, place) => ({ id: `scope-${String(place).padStart(4, "0")}` }));
    expect((await put("scope", list.toReversed())).body).toMatchObject({ taken: 1_000, refused: 0 });
    expect(await idsOf("scope", "scope{id = 'scope-*'}")).toEqual(list.map(({ id }) => id));
    expect((await put("scope", [...list, { id: "one-more" }])).body.errors[0].field).toBe("");
    expect((await put("scope", [])).status).toBe(400);
  });
});

test("one connection of an application meets the whole stanza", async () => {
  await put("application/shop", {
    connections: [
      { source: "10.1.0.0/16", destination: "192.0.2.10", service: ["tcp/443", "tcp/80"], comment: "customers" },
      { source: ["10.2.0.0/16", "2001:db8::/32"], destination: "any", service: "udp/53" },
    ],
  });
  await put("application/silent", {});
  const find = (body: string) => idsOf("application", `application{id ~ 'sh' or id = 'silent'} and ${body}`);
  expect(await find("connection{source intersects '10.1.2.3' and service intersects 'tcp/443'}")).toEqual(["shop"]);
  expect(await find("connection{source intersects '10.2.2.3' and service intersects 'tcp/443'}")).toEqual([]);
  expect(
    await find("connection{source intersects '10.2.2.3'} and connection{service is superset of ('tcp/443','tcp/80')}"),
  ).toEqual(["shop"]);
  expect(await find("connection{destination equals 'any'}")).toEqual(["shop"]);
  expect(await find("connection{comment = 'customers' and source is subset of '10.0.0.0/8'}")).toEqual(["shop"]);
  expect(await find("connection{source is disjoint from '10.0.0.0/8'}")).toEqual([]);
  expect(await find("connection{comment != 'customers'}")).toEqual(["shop"]);
  expect(await find("connection{true}")).toEqual(["shop"]);
  const refused = await manager.search("asset", "connection{true}");
  expect(refused.body).toMatchObject({ position: 1, expected: ["domain", "devicegroup", "device", "asset"] });
});

test("a group is found by the connections of its applications, which are of its device or of none", async () => {
  const [first, second] = [await manager.createDevice("first"), await manager.createDevice("second")];
  const of = (source: string, device: number | null = null) => ({ device, connections: [connection({ source })] });
  await put("application/g-app", of("10.7.0.0/16"));
  await put("application/g-app", of("10.8.0.0/16", first));
  await put("application/g-other", of("10.9.0.0/16", second));
  const applications = ["g-app", "g-other", "g-later"];
  for (const device of [null, first, second]) await put("applicationgroup/g", { device, applications });
  const find = async (q: string) => {
    const { body } = await manager.search("applicationgroup", `applicationgroup{id='g'} and ${q}`);
    return body.results.map((one: { device: number | null }) => one.device);
  };
  expect(await find("connection{source intersects '10.7.0.1'}")).toEqual([first, second, null]);
  expect(await find("connection{source intersects '10.8.0.1'}")).toEqual([first]);
  expect(await find("connection{source intersects '10.9.0.1'}")).toEqual([second]);
  expect(await find("connection{source = '10.7.0.0/16'} and device{name='second'}")).toEqual([second]);
  expect(await find("connection{source = '10.99.0.0/16'}")).toEqual([]);
  await put("application/g-later", of("10.99.0.0/16"));
  expect(await find("connection{source = '10.99.0.0/16'}")).toEqual([first, second, null]);
  await remove("application/g-later");
  expect(await find("connection{source = '10.99.0.0/16'}")).toEqual([]);
});

describe("what a caller may not see", () => {
  test("is neither read, replaced nor deleted, and its id is free for them", async () => {
    const [own, other] = [await createGroup("own"), await createGroup("other")];
    const mine = await manager.createDevice("mine", { deviceGroupIds: [own] });
    const hidden = await manager.createDevice("hidden", { deviceGroupIds: [other] });
    const user = await createUser("owner", [own]);
    await put("vendortag/secret", { device: hidden, name: "hidden" });

    const unknown = await get("vendortag/nothing", user);
    for (const path of ["vendortag/secret", `vendortag/secret?device=${hidden}`, "vendortag/secret?device=none"]) {
      const answer = await get(path, user);
      expect([answer.status, answer.body.message]).toEqual([404, unknown.body.message]);
      expect((await remove(path, user)).status).toBe(404);
    }
    const unseen = await put("vendortag/secret", { device: hidden, name: "taken" }, user);
    const none = await put("vendortag/secret", { device: 987_654_321, name: "taken" }, user);
    expect([unseen.status, unseen.body.code]).toEqual([none.status, none.body.code]);
    expect(unseen.body.message.replace(String(hidden), "N")).toBe(none.body.message.replace("987654321", "N"));

    expect((await put("vendortag/secret", { device: mine, name: "mine" }, user)).status).toBe(200);
    expect((await get("vendortag/secret", user)).body).toMatchObject({ name: "mine", device: mine });
    expect(await idsOf("vendortag", "vendortag{id='secret'}", "", user)).toEqual(["secret"]);
    expect((await get(`vendortag/secret?device=${hidden}`)).body).toMatchObject({ name: "hidden" });
    const several = await get("vendortag/secret");
    expect(several.status).toBe(409);
    expect(several.body.message).toContain(`device=${mine}, device=${hidden}`);
    expect((await remove("vendortag/secret", user)).status).toBe(204);
    expect((await get("vendortag/secret")).body).toMatchObject({ name: "hidden" });
  });

  test("without write on the device or on All Devices, nothing is written", async () => {
    const group = await createGroup("read only");
    const device = await manager.createDevice("read only", { deviceGroupIds: [group] });
    const user = await createUser("reader", [], [group]);
    await put("asset/kept", { device, name: "kept" });
    await put("asset/kept-too", { name: "kept" });
    for (const path of ["asset/kept", "asset/kept-too"]) {
      expect((await get(path, user)).body.name).toBe("kept");
      expect((await remove(path, user)).status).toBe(403);
    }
    const refused = await put("asset", [{ id: "kept", device, name: "x" }, { id: "kept-too" }], user);
    expect(refused.body).toMatchObject({
      taken: 0,
      results: [{ refusal: { code: "FORBIDDEN" } }, { refusal: { code: "FORBIDDEN" } }],
    });
    expect((await put("asset/kept", { device, name: "x" }, user)).status).toBe(403);
    expect((await get("asset/kept")).body.name).toBe("kept");
    const viewer = await manager.tokenOf("estate:view");
    expect((await put("asset/new", {}, viewer)).status).toBe(403);
  });

  test("a user of two groups gets the same bytes when everything they may not see is gone", async () => {
    const [one, two, far] = [await createGroup("one"), await createGroup("two"), await createGroup("far")];
    const seen = [
      await manager.createDevice("b-seen", { deviceGroupIds: [one] }),
      await manager.createDevice("d-seen", { deviceGroupIds: [two, far] }),
    ];
    const unseen = [
      await manager.createDevice("a-unseen", { deviceGroupIds: [far] }),
      await manager.createDevice("c-unseen", {}),
    ];
    const user = await createUser("of two groups", [one], [two]);
    for (const kind of PUT_ENTITIES) {
      const list = [...seen, ...unseen, null].flatMap((device) =>
        ["x", "y", `only-${device}`].map((id) => ({
          ...{ id: `cut-${id}`, device, name: `cut ${device}` },
          ...(kind === "application" && { connections: [connection({ source: `10.0.0.${device ?? 250}` })] }),
          ...(kind === "applicationgroup" && { applications: ["cut-x", `cut-only-${unseen[0]}`] }),
        })),
      );
      expect((await put(kind, list)).body).toMatchObject({ refused: 0, searchable: true });
    }
    const answers = async () => {
      const texts: string[] = [];
      const record = async (path: string) => {
        const headers = { authorization: user, "x-request-id": "the-same-for-all" };
        const { status, text } = await manager.request("GET", path, undefined, headers);
        texts.push(`${path} ${status} ${text}`);
      };
      const ofAnyKind = [
        "domain{id=1}",
        `device{id=${unseen[0]}}`,
        "device{name ~ 'unseen'}",
        `devicegroup{id=${far}}`,
      ];
      for (const type of ["ASSET", "USEROBJECT", "URLMATCHER"])
        for (const q of ofAnyKind) await record(`/siql/count?countType=${type}&q=${encodeURIComponent(q)}`);
      for (const kind of PUT_ENTITIES) {
        const queries = [
          ...ofAnyKind,
          ...[`${kind}{true}`, `${kind}{device = ${unseen[1]}}`, `${kind}{name = 'cut*'}`, `${kind}{nmae='x'}`],
          ...(kind.startsWith("application")
            ? [...seen, ...unseen].map((device) => `connection{source intersects '10.0.0.${device}'}`)
            : []),
        ];
        for (const q of queries)
          for (const more of ["", "&pageSize=2&page=1", "&sort=-device.name", "&sort=name"])
            await record(`/siql/${kind}/paged-search?q=${encodeURIComponent(q)}${more}`);
        for (const more of ["", "?pageSize=3&page=1"]) await record(`/domain/1/${kind}${more}`);
        for (const id of ["x", ...[...seen, ...unseen, "null"].map((device) => `only-${device}`)])
          for (const device of ["", ...[...seen, ...unseen, "none"].map((one) => `?device=${one}`)])
            await record(`/domain/1/${kind}/cut-${id}${device}`);
      }
      return texts;
    };
    const before = await answers();
    expect(
      before.filter((text) => text.includes("cut d-seen") || text.includes(`cut ${seen[1]}`)).length,
    ).toBeGreaterThan(50);
    for (const device of unseen) await manager.send("DELETE", `/domain/1/device/${device}`);
    await manager.send("DELETE", `/domain/1/devicegroup/${far}`);
    const after = await answers();
    for (const [place, text] of after.entries()) expect(text).toBe(before[place]);

    // After a device is deleted, its entities are deleted from the database and the index.
    await until(async () => (await stored({ deviceId: { $in: unseen } })) === 0);
    await until(async () => (await indexed(unseen)) === 0);
    expect(await answers()).toEqual(before);
  });
});

async function database<Result>(
  use: (entities: ReturnType<ReturnType<MongoClient["db"]>["collection"]>) => Promise<Result>,
) {
  const client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
  try {
    return await use(client.db(manager.name).collection("entities"));
  } finally {
    await client.close();
  }
}
const stored = (filter: object) => database((entities) => entities.countDocuments({ ...filter, deletedAt: null }));

/** Returns how many entities of these devices all indexes together contain. */
async function indexed(devices: readonly number[]): Promise<number> {
  const names = PUT_ENTITIES.map((kind) => `${manager.name}-${kind}`).join();
  const response = await fetch(`${process.env.TEST_OPENSEARCH_URL}/${names}/_refresh`, { method: "POST" });
  expect(response.ok).toBe(true);
  const answer = await fetch(`${process.env.TEST_OPENSEARCH_URL}/${names}/_count`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: { terms: { device: devices } } }),
  });
  return ((await answer.json()) as { count: number }).count;
}

describe("after a fault", () => {
  test("what the database has and the index has not is written to the index", async () => {
    const left = { name: "before" };
    await put("profileobj", [
      { id: "left", ...left },
      { id: "left-too", ...left },
    ]);
    const change = (id: string, fields: object) =>
      database((entities) =>
        entities.updateOne({ _id: `profileobj/-/${id}` as never }, [
          { $set: { ...fields, version: { $add: ["$version", 1_000_000] } } },
        ]),
      );
    await change("left", { name: "after" });
    await change("left-too", { deletedAt: new Date() });
    expect(await idsOf("profileobj", "profileobj{name='before'}")).toEqual(["left", "left-too"]);
    // Only from here on, the changes are marked as open, so the service can't have written them to the index before.
    const isLeft = { kind: "profileobj", entityId: { $in: ["left", "left-too"] } };
    await database((entities) => entities.updateMany(isLeft, { $set: { openFrom: new Date() } }));
    await until(async () => (await idsOf("profileobj", "profileobj{name='before'}")).length === 0);
    expect(await idsOf("profileobj", "profileobj{id='left*'}")).toEqual(["left"]);
    const isOpen = { kind: "profileobj", openFrom: { $ne: null } };
    await until(async () => (await database((entities) => entities.countDocuments(isOpen))) === 0);
  });

  test("while its index is gone an entity is stored, the answer says so, and a new index has all of them", async () => {
    await put("addressbook/first", {});
    await fetch(`${process.env.TEST_OPENSEARCH_URL}/${manager.name}-addressbook-1`, { method: "DELETE" });
    const written = await put("addressbook/second", {});
    expect(written).toMatchObject({ status: 200, body: { id: "second", searchable: false } });
    await untilSearched("addressbook");
    await until(async () => (await idsOf("addressbook", "addressbook{true}")).length > 1);
    const ids = await idsOf("addressbook", "addressbook{true}");
    expect(ids).toEqual(expect.arrayContaining(["first", "second"]));
    expect((await put("addressbook/third", {})).body.searchable).toBe(true);
  });

  test("a rebuild has every entity, also those that are put, replaced and deleted meanwhile", async () => {
    const list = Array.from({ length: 600 }, (_, place) => ({ id: `r-${1_000 + place}`, name: "old" }));
    await put("urlmatcher", list);
    let isDone = false;
    const rebuilt = manager.rebuild().finally(() => {
      isDone = true;
    });
    const expected = new Map(list.map(({ id, name }) => [id, name]));
    for (let place = 0; !isDone; place += 1) {
      const id = `r-${1_000 + ((place * 37) % 700)}`;
      if (place % 3 === 0) {
        const removed = await remove(`urlmatcher/${id}`);
        expect([202, 204, 404]).toContain(removed.status);
        expected.delete(id);
      } else {
        expect((await put(`urlmatcher/${id}`, { name: `new ${place}` })).status).toBe(200);
        expected.set(id, `new ${place}`);
      }
    }
    expect(await rebuilt).toMatchObject({
      ...{ code: 0, said: expect.arrayContaining([expect.stringMatching(/\d+ other entities\.$/)]) },
    });
    const found = async () => {
      const { body } = await manager.search("urlmatcher", "urlmatcher{id = 'r-*'}", "&pageSize=1000");
      return body.results.map(({ id, name }: { id: string; name: string }) => `${id} ${name}`);
    };
    const wanted = [...expected].map(([id, name]) => `${id} ${name}`).sort();
    await until(async () => (await found()).join() === wanted.join());
    expect(await found()).toEqual(wanted);
  });
});

test("entities follow the name of their device in their order", async () => {
  const names = ["n-b", "n-c"];
  const devices: number[] = [];
  for (const name of names) devices.push(await manager.createDevice(name));
  for (const device of devices) await put(`userobj/of-${device}`, { device });
  await put("userobj/of-none", {});
  const order = () => idsOf("userobj", "userobj{id = 'of-*'}", "&sort=device.name");
  const [first, second] = devices;
  expect(await order()).toEqual([`of-${first}`, `of-${second}`, "of-none"]);
  await put(`device/${first}`, { name: "n-d" });
  expect((await get(`userobj/of-${first}`)).body.ndDevice).toEqual({ id: first, name: "n-d" });
  await until(async () => (await order())[0] === `of-${second}`);
  expect(await order()).toEqual([`of-${second}`, `of-${first}`, "of-none"]);
});
