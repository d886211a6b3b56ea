import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { namedPart, type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/** These tests run the whole process except its entry point, with a real database and real indexes. */

let issuer: TestIssuer;
let manager: RunningManager;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const policyOf = (names: readonly string[]): SnapshotPartInput => ({
  ...{ kind: "policy", name: "edge", displayName: "Edge", policyType: "SECURITY" },
  rows: names.map((name, place) => ({
    ...{ number: place + 1, name, action: place % 2 === 0 ? "ACCEPT" : "DROP", families: [4] },
    source: [{ members: [{ object: "servers" }] }],
    destination: [{ members: [{ address: `192.0.2.${place % 250}` }] }],
    service: [{ members: [{ protocol: 6, ports: [[443, 443]] }] }],
  })),
});
const rest: readonly SnapshotPartInput[] = [
  {
    kind: "objects",
    objects: [
      { kind: "network", name: "servers", type: "GROUP", members: [{ address: "10.1.2.0/24" }] },
      { kind: "service", name: "web", type: "SERVICE", members: [{ protocol: 6, ports: [[80, 80]] }] },
      { kind: "schedule", name: "nights", periods: ["daily 22:00 to 6:00"] },
    ],
  },
  {
    kind: "interfaces",
    interfaces: [
      { name: "eth0", displayName: "eth0", addresses: ["10.1.2.1/24"], zones: ["inside"] },
      { name: "eth1", displayName: "eth1", addresses: ["192.0.2.1/24"] },
    ],
    entries: [{ interface: null, direction: "FORWARD", families: [4], policies: ["edge"] }],
  },
  {
    kind: "routes",
    virtualRouter: "default",
    routes: [{ destination: "0.0.0.0/0", gateway: "192.0.2.254", type: "STATIC" }],
  },
  { kind: "notUnderstood", lines: [{ file: "rules", line: 3, column: 1, text: "-m recent", reason: "unknown match" }] },
];
/** The number of rows in one snapshot part. */
const PART_ROWS = 2_000;
const snapshotOf = (...names: string[]): readonly SnapshotPartInput[] => {
  const parts = Array.from({ length: Math.ceil(names.length / PART_ROWS) }, (_, part) =>
    policyOf(names.slice(part * PART_ROWS, (part + 1) * PART_ROWS)),
  );
  return [...parts, ...rest];
};
const COUNT_TYPES = {
  ...{ secrule: "SECURITYRULE", natrule: "NATRULE", policy: "POLICY", networkobj: "NETWORKOBJECT" },
  ...{ serviceobj: "SERVICEOBJECT", scheduleobj: "SCHEDULEOBJECT", interface: "INTERFACE", route: "ROUTE" },
  ...{ device: "DEVICE", devicegroup: "DEVICEGROUP" },
};

test("a device that is uploaded is found at every endpoint, and the counts are those of the searches", async () => {
  const group = (await manager.send("POST", "/domain/1/devicegroup", { name: "Edge devices" })).body.id;
  const device = await manager.createDevice("edge-1", {
    ...{ vendor: "Linux", product: "iptables", managementIp: "198.51.100.7", deviceGroupIds: [group] },
  });
  const put = await manager.putRevision(device, snapshotOf("web", "rest"), null);
  expect(put).toMatchObject({ status: 201, body: { deviceId: device, searchable: false, notUnderstood: 1 } });
  await manager.untilSearchable(device, put.body.id);
  const found = await manager.search("secrule", `device{id=${device}} and rule{source intersects '10.1.2.3'}`);
  expect(found.body).toMatchObject({ total: 2, page: 0, pageSize: 10, count: 2 });
  expect(found.body.results[0]).toMatchObject({
    ...{ name: "web", ruleName: "web", ruleNumber: 1, ruleAction: "ACCEPT", disabled: false },
    policy: { name: "edge", displayName: "Edge" },
    ndDevice: { id: device, name: "edge-1" },
    sources: [{ name: "servers", type: "GROUP", addresses: [{ address: "10.1.2.0-10.1.2.255" }] }],
    destinations: [{ type: "HOST", addresses: [{ address: "192.0.2.0" }] }],
    services: [{ services: [{ type: "TCP", protocol: 6, startPort: 443, endPort: 443, formattedValue: "tcp/443" }] }],
    created: null,
  });
  const totals: Record<string, number> = {};
  for (const [entity, countType] of Object.entries(COUNT_TYPES)) {
    const q = `device{id=${device}}`;
    const { total } = (await manager.search(entity, q)).body;
    const counted = await manager.send("GET", `/siql/count?countType=${countType}&q=${encodeURIComponent(q)}`);
    expect(counted.body).toEqual({ countType, total });
    totals[entity] = total;
  }
  expect(totals).toEqual({
    ...{ secrule: 2, natrule: 0, policy: 1, networkobj: 1, serviceobj: 1, scheduleobj: 1, interface: 2, route: 1 },
    ...{ device: 1, devicegroup: 2 },
  });
  const searched = await manager.search("device", `devicegroup{id=${group}} and device{managementIp='198.51.100.7'}`);
  expect(searched.body.results).toMatchObject([{ id: device, revid: put.body.id, totalSecRules: 2, zoneCount: 2 }]);
  const route = await manager.search("route", "route{destination equals 'any' and gateway = '192.0.2.*'}");
  expect(route.body.results).toMatchObject([{ name: "0.0.0.0/0, metric:0", ndDevice: { id: device } }]);
  const streamed = await manager.send("GET", `/siql/secrule/stream?q=${encodeURIComponent(`device{id=${device}}`)}`);
  expect(streamed.body.map((rule: { name: string }) => rule.name)).toEqual(["web", "rest"]);
});

test("a snapshot above a bound is refused with the bound, and changes nothing", async () => {
  const device = await manager.createDevice("large");
  const routes = (count: number, metric: number): SnapshotPartInput => ({
    ...{ kind: "routes", virtualRouter: "default" },
    routes: Array.from({ length: count }, () => ({ destination: "10.0.0.0/8", type: "STATIC" as const, metric })),
  });
  const parts = [...Array.from({ length: 10 }, (_, at) => routes(10_000, at)), routes(1, 10)];
  const put = await manager.putRevision(device, parts, null);
  const errors = [{ field: "parts", message: "the snapshot has 100001 routes; at most 100000 work" }];
  expect(put).toMatchObject({ status: 400, body: { code: "BAD_USER_INPUT", errors } });
  expect((await manager.send("GET", `/domain/1/device/${device}/rev`)).body.total).toBe(0);
});

test("the rows of a policy are listed in the order of the device, jumps and defaults included", async () => {
  const device = await manager.createDevice("chains");
  const row = (number: number, more: object) => ({ number, families: [4], action: "NONE", ...more });
  const policy = (name: string, rows: readonly object[]) =>
    ({ kind: "policy", name, displayName: name.toUpperCase(), policyType: "SECURITY", rows }) as SnapshotPartInput;
  const snapshot = [
    policy("main", [
      row(1, { action: "JUMP", target: "sub", comment: "to sub" }),
      row(2, { action: "NONE", log: true }),
      row(3, { action: "DROP", implicit: true }),
    ]),
    policy("sub", [row(1, { action: "ACCEPT", name: "web" }), row(2, { action: "RETURN" })]),
    {
      kind: "interfaces",
      interfaces: [],
      entries: [{ interface: null, direction: "FORWARD", families: [4], policies: ["main"] }],
    },
  ] as const;
  const put = await manager.putRevision(device, snapshot as readonly SnapshotPartInput[], null);
  await manager.untilSearchable(device, put.body.id);
  const policies = (await manager.search("policy", `device{id=${device}}`)).body.results;
  const rowsOf = (at: number, more = "") =>
    manager.send("GET", `/domain/1/device/${device}/rev/latest/policy/${policies[at].uid}${more}`);
  const main = await rowsOf(0);
  expect(
    main.body.results.map((one: Record<string, unknown>) => [one.ruleNumber, one.ruleAction, one.implicit]),
  ).toEqual([
    [1, "JUMP", false],
    [2, "NONE", false],
    [3, "DROP", true],
  ]);
  expect(main.body.results[0]).toMatchObject({ target: { name: "sub", matchId: policies[1].uid }, comment: "to sub" });
  const [rule] = (await manager.search("secrule", `device{id=${device}}`)).body.results;
  const sub = await rowsOf(1, "?pageSize=1");
  expect(sub.body).toMatchObject({
    total: 2,
    count: 1,
    results: [{ matchId: rule.matchId, name: "web", target: null }],
  });
  const unknown = await manager.send("GET", `/domain/1/device/${device}/rev/latest/policy/${rule.matchId}`);
  expect(unknown.status).toBe(404);
});

test("an unchanged configuration makes no revision; of two that follow the same one, one is refused", async () => {
  const device = await manager.createDevice("twice");
  const first = await manager.putRevision(device, snapshotOf("a"), null);
  expect(await manager.putRevision(device, snapshotOf("a"), null)).toMatchObject({
    ...{ status: 200, body: { id: first.body.id } },
  });
  const both = await Promise.all([
    manager.putRevision(device, snapshotOf("a", "b"), first.body.id),
    manager.putRevision(device, snapshotOf("a", "c"), first.body.id),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { body } = both.find(({ status }) => status === 409) ?? { body: undefined };
  expect(body.errors).toMatchObject([{ field: "baseRevision" }]);
  expect((await manager.send("GET", `/domain/1/device/${device}/rev`)).body.total).toBe(2);
});

test("a rule keeps its id while its line changes, and the change log names what changed", async () => {
  const device = await manager.createDevice("changing");
  const first = await manager.putRevision(device, snapshotOf("a", "b", "c"), null);
  await manager.untilSearchable(device, first.body.id);
  const idsOf = async () =>
    (await manager.search("secrule", `device{id=${device}}`)).body.results.map(
      ({ name, matchId }: { name: string; matchId: string }) => [name, matchId],
    );
  const before = new Map<string, string>(await idsOf());
  const second = await manager.putRevision(device, snapshotOf("a", "b2", "new", "c"), first.body.id);
  await manager.untilSearchable(device, second.body.id);
  const after = new Map<string, string>(await idsOf());
  expect([after.get("a"), after.get("b2")]).toEqual([before.get("a"), before.get("b")]);
  const { body } = await manager.send("GET", `/domain/1/device/${device}/rev/${second.body.id}/changelog?pageSize=100`);
  expect(body.results.length).toBe(body.total);
  expect(body.results).toContainEqual(expect.objectContaining({ change: "CHANGED", kind: "rule", name: "2 b2" }));
  const created = await manager.search("secrule", `device{id=${device}} and rule{created ~ date('today')}`);
  expect(created.body.results.length).toBeGreaterThan(0);
  const { changes } = (await manager.send("GET", `/domain/1/device/${device}/rev/latest`)).body;
  expect(changes.rules.added + changes.rules.changed).toBeGreaterThan(1);
});

/** The factor by which the sizes of the revisions in the next test are multiplied. The default is 1. */
const SWITCH_SCALE = Number(process.env.SWITCH_SCALE ?? 1);

test("while a revision becomes current, each answer is that of one revision", async () => {
  const device = await manager.createDevice("switching");
  const sizes = { a: 300 * SWITCH_SCALE, b: 400 * SWITCH_SCALE, c: 200 * SWITCH_SCALE };
  let base: number | null = null;
  for (const [letter, count] of Object.entries(sizes)) {
    const names = Array.from({ length: count }, (_, n) => `${letter}${n}`);
    const put: { body: { id: number } } = await manager.putRevision(device, snapshotOf(...names), base);
    const isFirst = base === null;
    base = put.body.id;
    const seen: string[] = [];
    let isDone = false;
    const until = manager.untilSearchable(device, base).then(() => {
      isDone = true;
    });
    while (!isDone && !isFirst) {
      const { body } = await manager.search("secrule", `device{id=${device}}`, "&pageSize=100");
      const letters = new Set(body.results.map(({ name }: { name: string }) => name[0]));
      seen.push(`${[...letters].join("")} ${body.total}`);
    }
    await until;
    const whole = Object.entries(sizes).map(([one, size]) => `${one} ${size}`);
    for (const one of seen) expect(whole).toContain(one);
    const last = await manager.search("secrule", `device{id=${device}}`, "&pageSize=1");
    expect(last.body.total).toBe(count);
  }
});

describe("bad input", () => {
  test("a query that can't be answered is refused with its position and what works there", async () => {
    expect(await manager.search("secrule", "rule{disabeld = true}")).toMatchObject({
      status: 400,
      body: {
        ...{ code: "BAD_USER_INPUT", position: 6, found: "disabeld", nearest: "disabled" },
        ...{ errors: [{ field: "q" }], requestId: expect.any(String), expected: expect.arrayContaining(["disabled"]) },
      },
    });
  });

  test.each([
    ["sort", "&sort=nmae", "did you mean name?"],
    ["pageSize", "&pageSize=0", "a whole number from 1 to 1000"],
    ["page", "&page=10&pageSize=1000", "/siql/secrule/stream"],
  ])("a wrong %s is named", async (field, more, message) => {
    const { status, body } = await manager.search("secrule", "rule{true}", more);
    expect([status, body.errors[0].field]).toEqual([400, field]);
    expect(body.message).toContain(message);
  });

  test("parts that are missing are all named, and a snapshot that can't be read changes nothing", async () => {
    const device = await manager.createDevice("broken");
    const absent = namedPart(policyOf(["absent"])).sha256;
    const revision = { configuredAt: new Date().toISOString(), baseRevision: null, schema: "device-snapshot.v1" };
    expect(await manager.send("PUT", `/domain/1/device/${device}/rev`, { ...revision, parts: [absent] })).toMatchObject(
      {
        ...{ status: 409, body: { missing: [absent], errors: [{ field: "parts" }] } },
      },
    );
    const broken: SnapshotPartInput = {
      ...{ kind: "policy", name: "p", displayName: "p", policyType: "SECURITY" },
      rows: [{ number: 1, action: "JUMP", target: "nowhere", families: [4] }],
    };
    const refused = await manager.putRevision(device, [broken], null);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "parts"]);
    expect(refused.body.message).toContain("nowhere");
    expect((await manager.send("GET", `/domain/1/device/${device}/rev`)).body.total).toBe(0);
    const path = `/domain/1/device/${device}/part/${"0".repeat(64)}`;
    expect((await manager.send("PUT", path, broken)).body.errors).toMatchObject([{ field: "sha256" }]);
    const future = { ...revision, configuredAt: "2999-01-01T00:00:00Z", parts: [namedPart(broken).sha256] };
    const late = await manager.send("PUT", `/domain/1/device/${device}/rev`, future);
    expect(late.body.errors).toMatchObject([{ field: "configuredAt" }]);
  });

  test("names are unique without case, and All Devices stays as it is", async () => {
    await manager.createDevice("Unique");
    expect(await manager.send("POST", "/domain/1/device", { name: "uniQUE" })).toMatchObject({ status: 409 });
    expect(await manager.send("PUT", "/domain/1/devicegroup/1", { name: "Other" })).toMatchObject({ status: 409 });
    expect(await manager.send("DELETE", "/domain/1/devicegroup/1")).toMatchObject({ status: 409 });
    expect(await manager.send("POST", "/domain/1/devicegroup", { name: "all devices" })).toMatchObject({ status: 409 });
    expect(await manager.send("POST", "/domain/1/device", { name: "" })).toMatchObject({
      ...{ status: 400, body: { errors: [{ field: "name" }] } },
    });
  });
});

describe("access", () => {
  test("estate:view reads and does not write; other tokens do neither", async () => {
    const viewer = await manager.tokenOf("estate:view");
    expect((await manager.search("device", "device{id > 0}", "", viewer)).status).toBe(200);
    expect(await manager.send("POST", "/domain/1/device", { name: "no" }, viewer)).toMatchObject({
      ...{ status: 403, body: { code: "FORBIDDEN", message: expect.stringContaining("devices") } },
    });
    const other = await manager.tokenOf("inventory:view");
    expect((await manager.search("device", "device{id > 0}", "", other)).status).toBe(403);
    expect((await manager.send("GET", "/domain/1/device", undefined, "Bearer nonsense")).status).toBe(401);
    expect((await manager.send("GET", "/version", undefined, "none")).status).toBe(200);
  });

  test("what is unknown has one answer", async () => {
    for (const path of [
      "/domain/2/device",
      "/domain/1/device/999999",
      "/domain/1/device/x/rev",
      "/domain/1/devicegroup/77",
    ])
      expect(await manager.send("GET", path)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});

test("a rebuild writes the same rows to new indexes while imports go on", async () => {
  const device = await manager.createDevice("rebuilt");
  const first = await manager.putRevision(device, snapshotOf("a", "b"), null);
  await manager.untilSearchable(device, first.body.id);
  const ask = async () => (await manager.search("secrule", `device{id=${device}}`)).body.results;
  const before = await ask();
  const other = await manager.createDevice("imported meanwhile");
  const [rebuilt, imported] = await Promise.all([
    manager.rebuild(),
    manager.putRevision(other, snapshotOf("x", "y", "z"), null),
  ]);
  expect(rebuilt).toMatchObject({
    code: 0,
    said: expect.arrayContaining([expect.stringMatching(/^Rebuilt: \d+ rows/)]),
  });
  expect(await ask()).toEqual(before);
  await manager.untilSearchable(other, imported.body.id);
  expect((await manager.search("secrule", `device{id=${other}}`)).body.total).toBe(3);
});
