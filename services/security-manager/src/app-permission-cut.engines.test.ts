import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { ENTITIES, type EntityName } from "./siql/schema/entities.ts";

/**
 * Tests that hidden records do not influence the responses to a user. A user receives byte for byte the same responses
 * before and after the records that the user may not see are deleted.
 */

jest.setTimeout(600_000);

const PASSWORD = "a password of the test";
const SEEN = ["seen-fw", "both-fw", "seen-mgr"];
const HIDDEN = ["alpha-hidden", "seen-fw-2", "hidden-mgr"];

let issuer: TestIssuer;
let manager: RunningManager;
const ids: Record<string, number> = {};
const groups: Record<string, number> = {};
/** The id of the first rule of each device. */
const rules: Record<string, string> = {};
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const snapshotOf = (device: string, seed: number): readonly SnapshotPartInput[] => [
  {
    ...{ kind: "policy", name: `${device}-policy`, displayName: `${device} policy`, policyType: "SECURITY" },
    rows: [0, 1, 2].map((place) => ({
      ...{ number: place + 1, name: `${device}-rule-${place}`, action: place === 1 ? "DROP" : "ACCEPT", families: [4] },
      source: [{ members: [{ object: `${device}-net` }] }],
      destination: [{ members: [{ address: `192.0.2.${seed + place}` }] }],
      service: [{ members: [{ protocol: 6, ports: [[443, 443]] }] }],
    })),
  },
  {
    ...{ kind: "policy", name: `${device}-nat`, displayName: `${device} nat`, policyType: "NAT" },
    rows: [
      {
        ...{ number: 1, name: `${device}-nat-1`, action: "NONE", families: [4] },
        ...{ source: [], destination: [], service: [] },
        translation: { type: "HIDE", source: [{ address: "198.51.100.1" }] },
      },
    ],
  },
  {
    kind: "objects",
    objects: [
      { kind: "network", name: `${device}-net`, type: "NETWORK", members: [{ address: `10.${seed}.0.0/16` }] },
      { kind: "service", name: `${device}-web`, type: "SERVICE", members: [{ protocol: 6, ports: [[80, 80]] }] },
      { kind: "schedule", name: `${device}-nights`, periods: ["daily 22:00 to 6:00"] },
    ],
  },
  {
    kind: "interfaces",
    interfaces: [{ name: "eth0", displayName: `${device} eth0`, addresses: [`10.${seed}.0.1/16`], zones: [device] }],
    entries: [
      { interface: null, direction: "FORWARD", families: [4], policies: [`${device}-policy`] },
      { interface: null, direction: "OUT", families: [4], policies: [`${device}-nat`] },
    ],
  },
  {
    kind: "routes",
    virtualRouter: "default",
    routes: [{ destination: "0.0.0.0/0", gateway: `10.${seed}.0.254`, type: "STATIC" }],
  },
];

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  const createGroup = async (name: string, parent?: string) => {
    const body = { name, ...(parent !== undefined && { parentId: groups[parent] }) };
    groups[name] = (await manager.send("POST", "/domain/1/devicegroup", body)).body.id;
  };
  await createGroup("hidden-parent");
  await createGroup("seen-1", "hidden-parent");
  await createGroup("seen-2");
  await createGroup("hidden", "seen-1");
  const membersOf = (device: string) => {
    if (device === "both-fw") return ["seen-1", "hidden"];
    return [SEEN.includes(device) ? (device === "seen-mgr" ? "seen-2" : "seen-1") : "hidden"];
  };
  let seed = 0;
  for (const device of [...HIDDEN.slice(0, 1), ...SEEN, ...HIDDEN.slice(1)]) {
    seed += 1;
    const deviceGroupIds = membersOf(device).map((name) => groups[name]);
    const type = device.endsWith("-mgr") ? "DEVICE_MGR" : "FIREWALL";
    const id = await manager.createDevice(device, { deviceGroupIds, type, vendor: "Linux", product: "iptables" });
    ids[device] = id;
    const put = await manager.putRevision(id, snapshotOf(device, seed), null);
    expect([put.status, put.body.message]).toEqual([201, undefined]);
    await manager.untilSearchable(id, put.body.id);
    rules[device] = (await manager.ruleIds(id)).get(`${device}-rule-0`) ?? "";
    await manager.send("POST", "/collector/usage", usageOf(device));
    const props = [{ key: "owner", stringval: device }];
    await manager.send("PUT", `/domain/1/device/${id}/ruledoc`, { ruleId: rules[device], props });
  }
  const noted = "rule{p.owner is not null and lastUsed is not null}";
  await manager.eventually(async () => (await manager.search("secrule", noted)).body.total === SEEN.length * 2);
  // `seen-fw` is visible to the user, but its management station `hidden-mgr` is hidden. `seen-mgr` is visible. It
  // manages `both-fw`, which is visible, and `seen-fw-2`, which is hidden.
  const stations = { "seen-fw": "hidden-mgr", "seen-fw-2": "seen-mgr", "both-fw": "seen-mgr" };
  for (const [device, station] of Object.entries(stations)) {
    const body = { name: device, vendor: "Linux", product: "iptables", managementStationId: ids[station] };
    expect((await manager.send("PUT", `/domain/1/device/${ids[device]}`, body)).status).toBe(200);
  }
  const usergroup = (await manager.send("POST", "/domain/1/usergroup", { name: "Two groups" })).body.id;
  await manager.send("PUT", `/domain/1/usergroup/${usergroup}/permissions`, {
    permissions: [
      { name: "securityManager", read: true },
      { name: "devices", write: true },
      { name: "ruleDocumentation", write: true },
      { name: "users", read: true },
    ],
    deviceGroups: [
      { id: groups["seen-1"], write: true },
      { id: groups["seen-2"], read: true },
    ],
  });
  const user = { username: "two-groups", password: PASSWORD, userGroupIds: [usergroup] };
  expect((await manager.send("POST", "/domain/1/user", user)).status).toBe(201);
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

/**
 * Removes the references to hidden devices and groups from the devices and groups that the user sees. Writes directly
 * to the database, because an update by a client would change `lastUpdated`.
 */
async function cutReferences(): Promise<void> {
  const client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
  const database = client.db(manager.name);
  const set = (collection: string, id: number | undefined, fields: object) =>
    database.collection(collection).updateOne({ _id: id as never }, { $set: fields });
  await set("devices", ids["seen-fw"], { managementStationId: null });
  await set("device-groups", groups["seen-1"], { parentId: null });
  await client.close();
}

const usageOf = (...devices: string[]) => ({
  endDate: YESTERDAY,
  ruleUsages: devices.map((device) => ({ deviceId: ids[device], ruleId: rules[device], hitCount: 5 })),
});

/**
 * Returns the requests that the test sends as the user. Some requests contain names of devices that the user may not
 * see.
 */
function requests(): readonly (readonly [string, string, unknown?])[] {
  const all = [...SEEN, ...HIDDEN];
  const ofOneDevice = all.flatMap((device) => [`device{id=${ids[device]}}`, `device{name='${device}'}`]);
  const ofSeveral = [
    ...Object.values(groups).map((id) => `devicegroup{id=${id}}`),
    "domain{id=1}",
    "device{name ~ 'hidden'}",
    "devicegroup{deviceCount >= 1}",
    `device{managementStationId is not null}`,
    "devicegroup{parentId is null}",
  ];
  const queries = [...ofOneDevice, ...ofSeveral];
  const own = [
    "rule{source intersects '10.0.0.0/8'}",
    "rule{name ~ 'fw-2'}",
    "rule{nmae='x'}",
    "rule{p.owner ~ 'hidden'}",
    "rule{usage() > 0 or p.owner is not null}",
    "rule{source intersects '10.0.0.0/8'} | fields(props, usage(), objUsage(), change, highlight, tfacount)",
  ];
  const searches = (Object.keys(ENTITIES) as EntityName[]).flatMap((entity) => {
    const { stanza } = ENTITIES[entity];
    const sorted = entity === "device" || entity === "devicegroup" ? "&sort=-name" : "&sort=-device.name";
    const ofEntity = [`${stanza}{true}`, `${stanza}{nothing=1}`];
    const paged = (q: string) => `/siql/${entity}/paged-search?q=${encodeURIComponent(q)}`;
    return [
      ...[...queries, ...ofEntity].map((q) => `${paged(q)}&pageSize=100`),
      // These queries are sent a second time, for another page in another sort order. Queries of one device are sent
      // only once.
      ...[...ofSeveral, ...ofEntity].map((q) => `${paged(q)}&pageSize=2&page=1${sorted}`),
    ];
  });
  const counts = (Object.keys(ENTITIES) as EntityName[]).flatMap((entity) => {
    const { countType } = ENTITIES[entity];
    return countType === null
      ? []
      : queries.map((q) => `/siql/count?countType=${countType}&q=${encodeURIComponent(q)}`);
  });
  const stream = [...queries, ...own].map((q) => `/siql/secrule/stream?q=${encodeURIComponent(q)}`);
  const ofDevices = all.flatMap((device) => {
    const at = `/domain/1/device/${ids[device]}`;
    return [at, `/domain/1/device/name/${device}`, `/domain/1/device?name=${device}`].concat(
      [
        "rev",
        "rev/latest",
        "rev/1",
        "rev/1/changelog",
        "rev/3/changelog",
        "ruleusagestat/total",
        "ruleusagestat/daily",
        `rule/${rules[device]}/ruledoc`,
      ].map((rest) => `${at}/${rest}`),
    );
  });
  const ofGroups = Object.entries(groups).flatMap(([name, id]) => {
    const at = `/domain/1/devicegroup/${id}`;
    return [at, `${at}/device?pageSize=100`, `/domain/1/devicegroup/name/${name}`];
  });
  const lists = [
    "device?pageSize=100",
    "device?pageSize=1&page=1",
    "devicegroup?pageSize=100",
    "devicegroup?pageSize=1&page=2",
  ];
  const users = [
    "user",
    "user/1",
    "user/access",
    "usergroup",
    "usergroup/2",
    "usergroup/2/permissions",
    "usergroup/2/user",
  ];
  const writes = [...HIDDEN, "no-such-device"].flatMap((device) => {
    const at = `/domain/1/device/${ids[device] ?? 987_654}`;
    return [
      ["PUT", `${at}/part/${"0".repeat(64)}`, { kind: "routes" }],
      ["PUT", `${at}/rev`, { parts: [] }],
      ["PUT", at, { name: "other" }],
      ["DELETE", at],
      ["PUT", `${at}/ruledoc`, { ruleId: "6e6ad0c6-8d20-5f1a-a8c5-000000000000", props: [] }],
      ["PUT", `${at}/ruledoc`, { ruleId: rules[device] ?? "", props: [] }],
      ["POST", "/collector/usage", usageOf(device)],
      [
        "PUT",
        "/domain/1/ruledoc/bulk",
        { siql: `rule{name ~ '${device}'}`, deviceId: ids[device] ?? 987_654, props: [] },
      ],
      ["PUT", "/domain/1/ruledoc/bulk", { siql: `rule{name ~ '${device}-rule' and p.owner ~ '${device}'}`, props: [] }],
      ["POST", `/domain/1/devicegroup/${groups["seen-1"]}/device/${ids[device] ?? 987_654}`],
    ] as const;
  });
  return [
    ...[...searches, ...counts, ...stream, ...ofDevices, ...ofGroups].map((path) => ["GET", path] as const),
    ...[...lists, ...users].map((path) => ["GET", `/domain/1/${path}`] as const),
    ...own.map((q) => ["GET", `/siql/secrule/paged-search?q=${encodeURIComponent(q)}`] as const),
    ...writes,
  ];
}

const authorization = () => ({ authorization: `Basic ${Buffer.from(`two-groups:${PASSWORD}`).toString("base64")}` });

test("a user notes usage and documentation of the devices whose groups they may write to, and of no others", async () => {
  const send = (method: string, path: string, body: object) => manager.send(method, path, body, authorization());
  const document = (device: string) =>
    send("PUT", `/domain/1/device/${ids[device]}/ruledoc`, { ruleId: rules[device], props: [] });
  const bulk = (device: string) =>
    send("PUT", "/domain/1/ruledoc/bulk", { siql: `device{name = '${device}'}`, props: [] });
  for (const device of ["seen-fw", "both-fw"]) {
    expect(await send("POST", "/collector/usage", usageOf(device))).toMatchObject({ status: 200, body: { taken: 1 } });
    expect((await document(device)).status).toBe(200);
    expect((await bulk(device)).body).toEqual({ updated: 3 });
  }
  // The user may read the device group of `seen-mgr`, but may not write to it.
  const refusals = [await send("POST", "/collector/usage", usageOf("seen-mgr", "seen-fw")), await bulk("seen-mgr")];
  for (const { status, body } of [...refusals, await document("seen-mgr")]) {
    expect(status).toBe(403);
    expect(body.message).toContain("write on a");
  }
  const mixed = await send("POST", "/collector/usage", usageOf("seen-fw", "alpha-hidden"));
  const unknown = [{ deviceId: ids["alpha-hidden"], ruleId: rules["alpha-hidden"] }];
  expect(mixed.body).toEqual({ taken: 1, unknown, refused: [] });
  const property = { name: "x", key: "x1", type: "STRING" };
  expect(await send("POST", "/customproperty/domain/1", property)).toMatchObject({
    ...{ status: 403, body: { message: expect.stringContaining("All Devices") } },
  });
});

test("a user of two groups gets the same bytes when everything they may not see is gone", async () => {
  const record = async () => {
    const answers: string[] = [];
    for (const [method, path, body] of requests()) {
      const headers = { ...authorization(), "x-request-id": "the-same-for-all" };
      const { status, text } = await manager.request(method, path, body, headers);
      answers.push(`${method} ${path}\n${status} ${text}`);
    }
    return answers;
  };
  const before = await record();
  const whole = before.join("\n");
  for (const device of SEEN) expect(whole).toContain(`"name":"${device}"`);
  expect(before.filter((answer) => /\n2\d\d /.test(answer)).length).toBeGreaterThan(300);

  await cutReferences();
  for (const device of HIDDEN)
    expect((await manager.send("DELETE", `/domain/1/device/${ids[device]}`)).status).toBe(204);
  for (const group of ["hidden", "hidden-parent"])
    expect((await manager.send("DELETE", `/domain/1/devicegroup/${groups[group]}`)).status).toBe(204);
  const after = await record();
  expect(after.length).toBe(before.length);
  for (const [place, answer] of after.entries()) expect(answer).toBe(before[place]);
});
