import { describe, expect, jest, test } from "@jest/globals";
import { connection, entityCalls } from "../test/entity-calls.ts";
import { PUT_ENTITIES } from "./siql/schema/entities.ts";

/**
 * These tests store, read, search and delete entities through the REST interface. They use a real database and real
 * indexes.
 */

jest.setTimeout(1_800_000);

const { manager, put, get, remove, idsOf, withEntities } = entityCalls();

/** Waits until the index of a kind exists. */
async function untilSearched(kind: string): Promise<void> {
  await until(async () => (await manager().search(kind, `${kind}{true}`)).status === 200);
}
const until = (isSo: () => Promise<boolean>) => manager().eventually(isSo, 150_000);

describe("one entity", () => {
  test.each(PUT_ENTITIES)("of %s is put, read, found, listed, counted and deleted", async (kind) => {
    const device = await manager().createDevice(`of ${kind}`);
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
    expect((await manager().search(kind, `device{id=${device}}`)).body.results).toEqual([record]);
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
      expect((await manager().send("GET", `/siql/count?countType=${countType}&q=domain{id=1}`)).body).toEqual({
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

describe("a list", () => {
  test("says which entities were taken, and why the others were not", async () => {
    const device = await manager().createDevice("of a list");
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
  const refused = await manager().search("asset", "connection{true}");
  expect(refused.body).toMatchObject({ position: 1, expected: ["domain", "devicegroup", "device", "asset"] });
});

test("a group is found by the connections of its applications, which are of its device or of none", async () => {
  const [first, second] = [await manager().createDevice("first"), await manager().createDevice("second")];
  const of = (source: string, device: number | null = null) => ({ device, connections: [connection({ source })] });
  await put("application/g-app", of("10.7.0.0/16"));
  await put("application/g-app", of("10.8.0.0/16", first));
  await put("application/g-other", of("10.9.0.0/16", second));
  const applications = ["g-app", "g-other", "g-later"];
  for (const device of [null, first, second]) await put("applicationgroup/g", { device, applications });
  const find = async (q: string) => {
    const { body } = await manager().search("applicationgroup", `applicationgroup{id='g'} and ${q}`);
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

describe("after a fault", () => {
  test("what the database has and the index has not is written to the index", async () => {
    const left = { name: "before" };
    await put("profileobj", [
      { id: "left", ...left },
      { id: "left-too", ...left },
    ]);
    const change = (id: string, fields: object) =>
      withEntities((entities) =>
        entities.updateOne({ _id: `profileobj/-/${id}` as never }, [
          { $set: { ...fields, version: { $add: ["$version", 1_000_000] } } },
        ]),
      );
    await change("left", { name: "after" });
    await change("left-too", { deletedAt: new Date() });
    expect(await idsOf("profileobj", "profileobj{name='before'}")).toEqual(["left", "left-too"]);
    // The service writes only entities with `openFrom` to the index. The changes above did not set `openFrom`, so this
    // update sets it.
    const isLeft = { kind: "profileobj", entityId: { $in: ["left", "left-too"] } };
    await withEntities((entities) => entities.updateMany(isLeft, { $set: { openFrom: new Date() } }));
    await until(async () => (await idsOf("profileobj", "profileobj{name='before'}")).length === 0);
    expect(await idsOf("profileobj", "profileobj{id='left*'}")).toEqual(["left"]);
    const isOpen = { kind: "profileobj", openFrom: { $ne: null } };
    await until(async () => (await withEntities((entities) => entities.countDocuments(isOpen))) === 0);
  });

  test("while its index is gone an entity is stored, the answer says so, and a new index has all of them", async () => {
    await put("addressbook/first", {});
    await fetch(`${process.env.TEST_OPENSEARCH_URL}/${manager().name}-addressbook-1`, { method: "DELETE" });
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
    const rebuilt = manager()
      .rebuild()
      .finally(() => {
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
      const { body } = await manager().search("urlmatcher", "urlmatcher{id = 'r-*'}", "&pageSize=1000");
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
  for (const name of names) devices.push(await manager().createDevice(name));
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
