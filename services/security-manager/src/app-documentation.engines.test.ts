import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * These tests change properties and the documentation of rules over the REST interface. They use a real database and
 * real indexes.
 */

const PROPERTIES = "/customproperty/domain/1";
const NAMES = ["a", "b", "c", "d"];

let issuer: TestIssuer;
let manager: RunningManager;
let device: number;
let rules: ReadonlyMap<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  device = await manager.createDevice("documented");
  await manager.importSnapshot(device, edgeSnapshot(NAMES), null);
  rules = await manager.ruleIds(device);
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const document = (name: string, props: readonly object[], of = device) =>
  manager.send("PUT", `/domain/1/device/${of}/ruledoc`, { ruleId: rules.get(name), props });
const found = async (condition: string) => {
  const { body } = await manager.search("secrule", `device{id=${device}} and rule{${condition}}`);
  if (!body.results) throw new Error(`${condition}: ${body.message}`);
  return body.results.map(({ name }: { name: string }) => name).join("");
};

describe("properties", () => {
  test("the usual ones are there from the start, and a list has pages", async () => {
    const { body } = await manager.send("GET", `${PROPERTIES}?pageSize=4&page=1`);
    expect(body).toMatchObject({ page: 1, pageSize: 4, count: 4 });
    expect(body.results[1]).toEqual({
      ...{ id: 6, name: "Owner", key: "owner", type: "STRING", filterable: true, disabled: false },
    });
  });

  test("one is registered, read, changed, disabled and removed", async () => {
    const sent = { name: "Application", key: "APMID", type: "STRING" };
    const { status, body } = await manager.send("POST", PROPERTIES, sent);
    expect([status, body]).toEqual([201, { id: body.id, ...sent, filterable: true, disabled: false }]);
    const path = `${PROPERTIES}/${body.id}`;
    expect((await manager.send("GET", path)).body).toEqual(body);
    const changed = { ...sent, name: "Application id", filterable: false, disabled: true };
    expect(await manager.send("PUT", path, changed)).toMatchObject({ status: 200, body: { id: body.id, ...changed } });
    const ids = async (more: string) =>
      (await manager.send("GET", `${PROPERTIES}?pageSize=1000${more}`)).body.results.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids("")).toContain(body.id);
    expect(await ids("&disabled=false")).not.toContain(body.id);
    expect(await ids("&disabled=true")).toEqual([body.id]);
    expect((await manager.send("DELETE", path)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await manager.send(method, path)).status).toBe(404);
    expect((await manager.send("PUT", path, sent)).status).toBe(404);
  });

  test("a key is unique without case, and the type stays", async () => {
    const taken = await manager.send("POST", PROPERTIES, { name: "x", key: "OWNER", type: "STRING" });
    expect(taken).toMatchObject({ status: 409, body: { message: expect.stringContaining("OWNER") } });
    const owner = { name: "Owner", key: "owner", type: "DATE" };
    const refused = await manager.send("PUT", `${PROPERTIES}/6`, owner);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field: "type" }]]);
    const other = await manager.send("PUT", `${PROPERTIES}/5`, { ...owner, type: "STRING" });
    expect(other.status).toBe(409);
  });

  test.each([
    ["key", { name: "x", key: "a b", type: "STRING" }],
    ["type", { name: "x", key: "xy", type: "TEXT" }],
    ["name", { name: "", key: "xy", type: "STRING" }],
  ])("a wrong %s is named", async (field, sent) => {
    const { status, body } = await manager.send("POST", PROPERTIES, sent);
    expect([status, body.errors]).toMatchObject([400, [{ field }]]);
  });
});

describe("documentation", () => {
  test("a value of each type is kept, found and answered, and null removes it", async () => {
    const types = { text: "STRING", list: "STRING_ARRAY", int: "INTEGER", long: "LONG", bool: "BOOLEAN", day: "DATE" };
    for (const [key, type] of Object.entries(types))
      expect((await manager.send("POST", PROPERTIES, { name: key, key, type })).status).toBe(201);
    const put = await document("a", [
      { key: "text", stringval: "Team Web" },
      { key: "list", stringarray: ["x", "y"] },
      { key: "int", integerval: -5 },
      { key: "long", integerval: 999_999_999_999_999 },
      { key: "bool", booleanval: false },
      { key: "day", dateval: "2026-01-31T08:00:00+0000" },
    ]);
    expect(put.status).toBe(200);
    await document("b", [
      { key: "text", stringval: "" },
      { key: "list", stringarray: [] },
      { key: "owner", usernameval: "maria" },
    ]);
    const read = await manager.send("GET", `/domain/1/device/${device}/rule/${rules.get("a")}/ruledoc`);
    expect(read.body).toMatchObject({ ruleId: rules.get("a"), deviceId: device, lastUpdated: expect.any(String) });
    expect(put.body).toEqual(read.body);
    expect(
      read.body.props.map(({ customProperty, ruleId, ...one }: { customProperty: object; ruleId: string }) => one),
    ).toEqual([
      { key: "text", stringval: "Team Web" },
      { key: "list", stringarray: ["x", "y"] },
      { key: "int", integerval: -5 },
      { key: "long", integerval: 999_999_999_999_999 },
      { key: "bool", booleanval: false },
      { key: "day", dateval: "2026-01-31T08:00:00.000Z" },
    ]);
    // The documentation of "b" may become searchable before that of "a", so the test waits until searches find both.
    await manager.eventually(async () => (await found("p.text is not null")) === "ab");
    for (const [condition, names] of Object.entries({
      ...{ "p.text = 'Team Web'": "a", "p.text ~ 'Web'": "a", "p.text = 'Team*'": "a", "p.TEXT != 'x'": "ab" },
      ...{ "p.text is null": "cd", "p.text is not null": "ab", "p.text is empty": "b", "p.text is not empty": "a" },
      ...{ "p.list ~ 'y'": "a", "p.list !~ 'y'": "b", "p.list is empty": "b", "p.list is null": "cd" },
      ...{ "p.int < 0": "a", "p.int ~ (1, 2)": "", "p.int != 1": "a", "p.long > 999999999999998": "a" },
      ...{ "p.bool = false": "a", "p.bool != false": "", "p.bool is null": "bcd" },
      ...{ "p.day = 2026-01-31": "a", "p.day < 2026-01-31": "", "p.day !~ date('2026-01-31')": "" },
      ...{ "p.owner is empty or p.owner is null": "acd" },
    }))
      expect([condition, await found(condition)]).toEqual([condition, names]);
    await document("a", [{ key: "text", stringval: null }, { customProperty: { key: "LIST" } }]);
    await manager.eventually(async () => (await found("p.text is not null")) === "b");
    expect(await found("p.list is not null")).toBe("b");
    const left = await manager.send("GET", `/domain/1/device/${device}/rule/${rules.get("a")}/ruledoc`);
    expect(left.body.props.map(({ key }: { key: string }) => key)).toEqual(["int", "long", "bool", "day"]);
  });

  test("every wrong value is named, and nothing is changed", async () => {
    const { status, body } = await document("c", [
      { key: "owner", stringval: "kept out" },
      { key: "owner", stringval: "again" },
      { key: "nothing", stringval: "x" },
      { key: "expirationDate", stringval: "2026-01-01" },
      { key: "expirationDate", dateval: "soon" },
    ]);
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      ...["props.1.key", "props.2.key", "props.3.stringval", "props.4.dateval"],
    ]);
    const read = await manager.send("GET", `/domain/1/device/${device}/rule/${rules.get("c")}/ruledoc`);
    expect(read.body).toMatchObject({ props: [], lastUpdated: null });
    const both = await document("c", [{ key: "owner", stringval: "x", dateval: "2026-01-01" }, {}]);
    expect(both.body.errors.map(({ field }: { field: string }) => field)).toEqual(["props.0", "props.1.key"]);
  });

  test("the documentation of a rule has a bounded length", async () => {
    const long = (key: string, length: number) => ({ key, stringval: "x".repeat(length) });
    const owners = ["owner", "business_unit", "requestor_unit", "business_justification"];
    expect(
      (
        await document(
          "c",
          owners.map((key) => long(key, 4_096)),
        )
      ).status,
    ).toBe(200);
    const more = await document("c", [{ key: "change_control_number", stringval: "1" }]);
    expect([more.status, more.body.errors]).toMatchObject([400, [{ field: "props" }]]);
    const bulk = {
      siql: `device{id=${device}} and rule{name='c'}`,
      props: [{ key: "change_control_number", value: "1" }],
    };
    const refused = await manager.send("PUT", "/domain/1/ruledoc/bulk", bulk);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(rules.get("c") ?? "?")]);
    // A value that was replaced no longer counts against the limit of characters.
    expect((await document("c", [long("owner", 4_000), long("change_control_number", 96)])).status).toBe(200);
    expect((await document("c", [{ key: "owner", stringval: "x".repeat(4_097) }])).status).toBe(400);
    await document(
      "c",
      [...owners, "change_control_number"].map((key) => ({ key, stringval: null })),
    );
  });

  test("all rules that a query finds are documented at once, within a device or everywhere", async () => {
    const other = await manager.createDevice("documented too");
    await manager.importSnapshot(other, edgeSnapshot(["a", "b"]), null);
    const bulk = (body: object) => manager.send("PUT", "/domain/1/ruledoc/bulk", body);
    const owners = async () => {
      const { body } = await manager.search("secrule", "rule{p.owner = 'everybody'} | fields(props)", "&pageSize=100");
      return body.results.map(({ ndDevice, name }: { ndDevice: { id: number }; name: string }) => [ndDevice.id, name]);
    };
    const props = [{ id: 6, value: "everybody", action: "REPLACE" }];
    const here = await bulk({ siql: "rule{name ~ 'a' or name = 'b'}", deviceId: `${other}`, props });
    expect([here.status, here.body]).toEqual([200, { updated: 2 }]);
    await manager.eventually(async () => (await owners()).length === 2);
    expect(await owners()).toEqual([
      [other, "a"],
      [other, "b"],
    ]);
    const twice = [
      { key: "OWNER", value: "everybody" },
      { key: "expirationDate", value: "2026-12-31" },
    ];
    expect((await bulk({ siql: "rule{name = 'a'}", props: twice })).body).toEqual({ updated: 2 });
    await manager.eventually(async () => (await owners()).length === 3);
    const { body } = await manager.search("secrule", `device{id=${other}} and rule{name='a'} | fields(props)`);
    expect(body.results[0].props).toEqual({ owner: "everybody", expirationDate: "2026-12-31T00:00:00.000Z" });
    await bulk({ siql: "rule{name = 'a'}", props: [{ key: "owner", value: null }], deleteExpirationDate: true });
    await manager.eventually(async () => (await owners()).length === 1);
    const after = await manager.search("secrule", `device{id=${other}} and rule{name='a'} | fields(props)`);
    expect(after.body.results[0].props).toEqual({});
  });

  test.each([
    ["siql", { siql: "rule{nam = 'x'}", props: [] }],
    ["props.0.id", { siql: "rule{true}", props: [{ id: 9_999, value: "x" }] }],
    ["props.0.value", { siql: "rule{true}", props: [{ key: "expirationDate", value: 5 }] }],
    ["props.0", { siql: "rule{true}", props: [{ value: "x" }] }],
  ])("a wrong %s of many rules is named", async (field, sent) => {
    const { status, body } = await manager.send("PUT", "/domain/1/ruledoc/bulk", sent);
    expect([status, body.errors]).toMatchObject([400, [{ field }]]);
    expect((await manager.send("PUT", "/domain/1/ruledoc/bulk", { ...sent, deviceId: 999_999 })).status).not.toBe(200);
  });

  test("a rule keeps its documentation while its line changes, and a rebuild restores it", async () => {
    await document("d", [{ key: "owner", stringval: "carla" }]);
    await manager.eventually(async () => (await found("p.owner = 'carla'")) === "d");
    const latest = (await manager.send("GET", `/domain/1/device/${device}/rev/latest`)).body.id;
    await manager.importSnapshot(device, edgeSnapshot(["a", "new", "b", "c", "d2"]), latest);
    expect(await found("p.owner = 'carla'")).toBe("d2");
    expect((await manager.rebuild()).code).toBe(0);
    expect(await found("p.owner = 'carla'")).toBe("d2");
    expect(await found("p.int < 0")).toBe("a");
  });

  test("what is unknown has one answer, and a person who only views documents nothing", async () => {
    const path = `/domain/1/device/${device}`;
    const unknown = crypto.randomUUID();
    expect((await manager.send("PUT", `${path}/ruledoc`, { ruleId: unknown, props: [] })).status).toBe(404);
    expect((await manager.send("GET", `${path}/rule/${unknown}/ruledoc`)).status).toBe(404);
    expect((await document("a", [], 999_999)).status).toBe(404);
    const viewer = await manager.tokenOf("estate:view");
    const sent = { ruleId: rules.get("a"), props: [] };
    for (const [method, address, body] of [
      ["PUT", `${path}/ruledoc`, sent],
      ["POST", PROPERTIES, { name: "x", key: "xy", type: "STRING" }],
      ["PUT", `${PROPERTIES}/6`, { name: "x", key: "xy", type: "STRING" }],
      ["DELETE", `${PROPERTIES}/6`, undefined],
      ["PUT", "/domain/1/ruledoc/bulk", { siql: "rule{true}", props: [] }],
    ] as const)
      expect(await manager.send(method, address, body, viewer)).toMatchObject({
        ...{ status: 403, body: { message: expect.stringContaining("ruleDocumentation") } },
      });
  });
});

test("200 properties work, and the slot of a removed one is used again when its values are gone from every row", async () => {
  const create = (key: string, type: string) => manager.send("POST", PROPERTIES, { name: key, key, type });
  const made: { readonly id: number; readonly key: string }[] = [];
  let last = await create("n0", "STRING");
  // Each property occupies a slot, a number that identifies its fields in the search index. There are 200 slots. A
  // removed property keeps its slot for some time, so properties that other tests removed may still occupy slots.
  for (; last.status === 201; last = await create(`n${made.length}`, "STRING")) made.push(last.body);
  expect(last).toMatchObject({ status: 409, body: { message: expect.stringContaining("200") } });
  expect(made.length).toBeGreaterThan(150);
  const [first] = made;
  await document("c", [{ key: first?.key, stringval: "old" }]);
  await manager.eventually(async () => (await found(`p.${first?.key} = 'old'`)) === "c");
  for (const { id } of made) expect((await manager.send("DELETE", `${PROPERTIES}/${id}`)).status).toBe(204);
  for (const { key } of made) await manager.eventually(async () => (await create(key, "DATE")).status === 201, 120_000);
  // One of the new properties has the slot of the first removed property, for which a rule had the value "old".
  // Searches for the new property must not find the old value.
  for (const { key } of made) expect([key, await found(`p.${key} is not null`)]).toEqual([key, ""]);
}, 600_000);
