import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * These tests report and read the usage of rules over the REST interface. They use a real database and real indexes.
 */

const DAY_MS = 86_400_000;
const NAMES = ["a", "b", "c", "d", "e"];

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

async function aDevice(name: string) {
  const device = await manager.createDevice(name);
  await manager.importSnapshot(device, edgeSnapshot(NAMES), null);
  const rules = await manager.ruleIds(device);
  const idOf = (rule: string) => rules.get(rule) ?? rule;
  return {
    device,
    idOf,
    report: (endDate: string, hits: Readonly<Record<string, number>>, more: object = {}) =>
      manager.send("POST", "/collector/usage", {
        endDate,
        ruleUsages: Object.entries(hits).map(([rule, hitCount]) => ({
          ...{ deviceId: device, ruleId: idOf(rule), hitCount, ...more },
        })),
      }),
    async found(condition: string, more = ""): Promise<string> {
      const { body } = await manager.search("secrule", `device{id=${device}} and rule{${condition}}`, more);
      if (!body.results) throw new Error(`${condition}: ${body.message}`);
      return body.results.map(({ name }: { name: string }) => name).join("");
    },
    async records(fields: string) {
      const { body } = await manager.search("secrule", `device{id=${device}} | fields(${fields})`);
      if (!body.results) throw new Error(`${fields}: ${body.message}`);
      return body.results;
    },
    statistics: async (kind: "total" | "daily") =>
      (await manager.send("GET", `/domain/1/device/${device}/ruleusagestat/${kind}?pageSize=1000`)).body,
  };
}
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const dateOf = (time: string) => time.slice(0, 10);

test("hits are found by the last use of a rule, and summed up by day and in records", async () => {
  const { report, found, records, statistics } = await aDevice("used");
  const [old, earlier, recent] = [daysAgo(100), daysAgo(40), daysAgo(2)];
  expect((await report(old, { a: 5, b: 7 })).body).toEqual({ taken: 2, unknown: [], refused: [] });
  await report(earlier, { b: 11, c: 13 });
  await report(recent, { c: 17, d: 0 });
  expect(await statistics("total")).toEqual({ totalHits: 53 });
  const daily = await statistics("daily");
  expect(daily).toMatchObject({ total: 3, page: 0, count: 3 });
  expect(daily.results).toEqual([
    { hitDate: dateOf(recent), totalHits: 17 },
    { hitDate: dateOf(earlier), totalHits: 24 },
    { hitDate: dateOf(old), totalHits: 12 },
  ]);
  // Waits until the rules "a", "b" and "c" have a last use. Some of these last uses may still come from older reports.
  // The order "cbade" shows that they come from the newest reports.
  await manager.eventually(async () => (await found("lastUsed is not null")) === "abc");
  await manager.eventually(async () => (await found("true", "&sort=-lastUsed")) === "cbade");
  for (const [condition, names] of Object.entries({
    ...{
      "lastUsed is not null": "abc",
      "lastUsed is null": "de",
      "usage() > 0": "c",
      "usage() = 0": "abde",
      "unused = true": "abde",
    },
    ...{ "unused = false": "c", "usage(date('last 90 days')) > 0": "bc", "usage(date('last 200 days')) = 0": "de" },
    [`lastUsed = ${earlier.slice(0, 10)}`]: "b",
    [`lastUsed < ${earlier.slice(0, 10)}`]: "a",
  }))
    expect([condition, await found(condition)]).toEqual([condition, names]);
  // The rules whose records show hits must be the rules that queries with `usage(...) > 0` find.
  for (const days of [1, 30, 90, 200]) {
    const all = await records(`usage(date('last ${days} days'))`);
    const used = all.filter(({ hitCount }: { hitCount: number }) => hitCount > 0);
    const names = used.map(({ name }: { name: string }) => name).join("");
    expect([days, names]).toEqual([days, await found(`usage(date('last ${days} days')) > 0`)]);
  }
  const sums = (await records("usage(date('last 200 days'))")).map(
    ({ name, hitCount, lastUsed }: { name: string; hitCount: number; lastUsed: string | null }) => [
      ...[name, hitCount, lastUsed],
    ],
  );
  expect(sums).toEqual([
    ...[
      ["a", 5, old],
      ["b", 18, earlier],
      ["c", 30, recent],
      ["d", 0, null],
      ["e", 0, null],
    ],
  ]);
  expect((await records("usage()"))[2]).toMatchObject({ name: "c", hitCount: 17 });
  expect((await records(`usage(date('${dateOf(earlier)}'))`))[1]).toMatchObject({ name: "b", hitCount: 11 });
  expect((await records("props"))[2]).not.toHaveProperty("hitCount");
});

test("hits that are sent again for a rule and an end replace, also the last use", async () => {
  const { report, found, records, statistics } = await aDevice("corrected");
  const [earlier, recent] = [daysAgo(50), daysAgo(1)];
  await report(earlier, { a: 3 });
  await report(recent, { a: 4, b: 5 });
  await manager.eventually(async () => (await found("usage() > 0")) === "ab");
  await report(recent, { a: 0, b: 6 });
  expect(await statistics("total")).toEqual({ totalHits: 9 });
  await manager.eventually(async () => (await found("usage() > 0")) === "b");
  const [a, b] = await records("usage(date('last 90 days'))");
  expect([a.hitCount, a.lastUsed, b.hitCount]).toEqual([3, earlier, 6]);
  await report(earlier, { a: 0 });
  await manager.eventually(async () => (await found("lastUsed is not null")) === "b");
  await report(recent, { a: 1 });
  await manager.eventually(async () => (await found("lastUsed is not null")) === "ab");
});

test("each object of a column has its hits: its own, or those of what was hit through it", async () => {
  const { device, idOf, records } = await aDevice("by object");
  const [rule] = await records("usage()");
  const idIn = (column: string) => rule[column][0].matchId;
  const usage = (column: string, hitCount: number) => [{ id: idIn(column), parentId: idIn(column), hitCount }];
  const send = (endDate: string, more: object) =>
    manager.send("POST", "/collector/usage", {
      endDate,
      ruleUsages: [{ deviceId: device, ruleId: idOf("a"), hitCount: 9, ...more }],
    });
  const today = new Date().toISOString();
  await send(daysAgo(3), {
    sources: [{ id: crypto.randomUUID(), parentId: idIn("sources"), hitCount: 2 }],
    ...{ destinations: usage("destinations", 3), services: usage("services", 4), apps: usage("apps", 5) },
    users: usage("users", 6),
  });
  await send(daysAgo(60), { destinations: usage("destinations", 100) });
  const hits = async (fields: string) => {
    const [found] = await records(fields);
    return ["sources", "destinations", "services", "apps", "users"].map((column) => found[column][0].hitcount);
  };
  expect(await hits("objUsage()")).toEqual([2, 3, 4, 5, 6]);
  expect(await hits("usage(date('last 90 days')), objUsage()")).toEqual([2, 103, 4, 5, 6]);
  await send(today, { sources: usage("sources", 1) });
  await send(today, {});
  expect(await hits("objUsage()")).toEqual([2, 3, 4, 5, 6]);
  const [plain] = await records("usage()");
  expect(plain.sources[0]).not.toHaveProperty("hitcount");
});

test("many rules are taken at once", async () => {
  const device = await manager.createDevice("large");
  const names = Array.from({ length: 1_100 }, (_, n) => `r${n}`);
  await manager.importSnapshot(device, edgeSnapshot(names), null);
  const q = encodeURIComponent(`device{id=${device}}`);
  const rules: { matchId: string }[] = (await manager.send("GET", `/siql/secrule/stream?q=${q}`)).body;
  const ruleUsages = rules.map(({ matchId }) => ({ deviceId: device, ruleId: matchId, hitCount: 3 }));
  const sent = await manager.send("POST", "/collector/usage", { endDate: daysAgo(1), ruleUsages });
  expect(sent.body).toEqual({ taken: 1_100, unknown: [], refused: [] });
  expect((await manager.send("GET", `/domain/1/device/${device}/ruleusagestat/total`)).body.totalHits).toBe(3_300);
  const used = `device{id=${device}} and rule{usage() > 0} | fields(usage())`;
  await manager.eventually(async () => (await manager.search("secrule", used)).body.total === 1_100);
  const streamed = await manager.send("GET", `/siql/secrule/stream?q=${encodeURIComponent(used)}`);
  expect(new Set(streamed.body.map(({ hitCount }: { hitCount: number }) => hitCount))).toEqual(new Set([3]));
  expect(streamed.body.length).toBe(1_100);
});

test("the stream answers what is asked for with each rule", async () => {
  const { device, report } = await aDevice("streamed");
  await report(daysAgo(1), { a: 8, e: 9 });
  const q = encodeURIComponent(`device{id=${device}} | fields(usage(), objUsage(), props, change, tfacount)`);
  const { body } = await manager.send("GET", `/siql/secrule/stream?q=${q}`);
  expect(body.map(({ hitCount }: { hitCount: number }) => hitCount)).toEqual([8, 0, 0, 0, 9]);
  expect(body[0]).toMatchObject({ props: {}, change: null, tfacount: null, sources: [{ hitcount: 0 }] });
});

test("records carry the last change of their rule, and which objects met the query", async () => {
  const device = await manager.createDevice("changed");
  const more = (name: string) => (name === "c" ? { source: [{ members: [{ address: "10.1.2.3" }] }] } : {});
  const first = await manager.importSnapshot(device, edgeSnapshot(["a", "b"]), null);
  const second = await manager.importSnapshot(device, edgeSnapshot(["a", "b2", "c"], more), first);
  const third = await manager.importSnapshot(device, edgeSnapshot(["a", "b2", "c", "d"], more), second);
  const q = `device{id=${device}} and rule{source intersects '10.1.2.3' or service = 'udp/53'}`;
  const { body } = await manager.search("secrule", `${q} | fields(change, highlight, tfacount)`);
  const change = (revision: number, kind: string) => ({ changedAt: expect.any(String), revision, kind });
  const highlight = { sources: ["servers"], destinations: [], services: [] };
  expect(body.results).toMatchObject([
    { name: "a", change: null, highlight, tfacount: null },
    { name: "b2", change: change(second, "CHANGED"), highlight },
    { name: "c", change: change(second, "ADDED"), highlight: { ...highlight, sources: ["10.1.2.3"] } },
    { name: "d", change: change(third, "ADDED"), highlight },
  ]);
  const plain = (await manager.search("secrule", q)).body.results[0];
  for (const member of ["change", "highlight", "tfacount", "cutServices"]) expect(plain).not.toHaveProperty(member);
});

test("a rule keeps its usage while its line changes, and a rebuild restores its last use", async () => {
  const { device, report, found } = await aDevice("kept");
  await report(daysAgo(1), { b: 1, c: 1 });
  await manager.eventually(async () => (await found("usage() > 0")) === "bc");
  const latest = (await manager.send("GET", `/domain/1/device/${device}/rev/latest`)).body.id;
  await manager.importSnapshot(device, edgeSnapshot(["new", "a", "b2", "d", "e"]), latest);
  expect(await found("usage() > 0")).toBe("b2");
  expect((await manager.rebuild()).code).toBe(0);
  expect(await found("usage() > 0")).toBe("b2");
});

describe("what a report is refused for", () => {
  test("unknown rules and devices are named, and the others taken", async () => {
    const { device, idOf, report } = await aDevice("partly known");
    const unknown = crypto.randomUUID();
    expect((await report(daysAgo(1), { a: 1, [unknown]: 2 })).body).toEqual({
      ...{ taken: 1, unknown: [{ deviceId: device, ruleId: unknown }], refused: [] },
    });
    const of = (deviceId: number) => ({ deviceId, ruleId: idOf("b"), hitCount: 1 });
    const body = { endDate: daysAgo(1), ruleUsages: [of(device), of(999_999)] };
    expect((await manager.send("POST", "/collector/usage", body)).body).toMatchObject({
      ...{ taken: 1, unknown: [{ deviceId: 999_999 }] },
    });
  });

  test.each([
    ["endDate", { endDate: "2026-11-20", ruleUsages: [] }],
    ["endDate", { endDate: new Date(Date.now() + DAY_MS).toISOString(), ruleUsages: [] }],
    ["endDate", { endDate: daysAgo(401), ruleUsages: [] }],
    ["ruleUsages.0.hitCount", { endDate: daysAgo(1), ruleUsages: [{ deviceId: 1, ruleId: "x", hitCount: -1 }] }],
    [
      "ruleUsages.1.ruleId",
      { endDate: daysAgo(1), ruleUsages: [1, 2].map((hitCount) => ({ deviceId: 1, ruleId: "x", hitCount })) },
    ],
    [
      "ruleUsages.0",
      {
        endDate: daysAgo(1),
        ruleUsages: [
          {
            ...{ deviceId: 1, ruleId: "x", hitCount: 1 },
            sources: Array.from({ length: 200 }, (_, n) => ({ id: `${n}`, hitCount: 1 })),
            services: Array.from({ length: 51 }, (_, n) => ({ id: `${n}`, hitCount: 1 })),
          },
        ],
      },
    ],
  ])("a wrong %s is named", async (field, body) => {
    const refused = await manager.send("POST", "/collector/usage", body);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field }]]);
  });

  test("a rule takes 48 reports of a day, and one of them again", async () => {
    const { report, statistics } = await aDevice("often");
    const day = Date.parse(`${dateOf(daysAgo(2))}T00:00:00Z`);
    const end = (minute: number) => new Date(day + minute * 60_000).toISOString();
    for (let minute = 0; minute < 48; minute += 1) await report(end(minute), { a: 1 });
    expect((await report(end(50), { a: 1, b: 1 })).body).toMatchObject({
      ...{ taken: 1, refused: [{ message: expect.stringContaining("48") }] },
    });
    expect((await report(end(5), { a: 3 })).body).toMatchObject({ taken: 1, refused: [] });
    expect(await statistics("total")).toEqual({ totalHits: 51 });
  });

  test("a caller who may not write to devices reports nothing, and sees no usage of what they don't see", async () => {
    const { report, device } = await aDevice("guarded");
    await report(daysAgo(1), { a: 1 });
    const viewer = await manager.tokenOf("estate:view");
    const body = { endDate: daysAgo(1), ruleUsages: [] };
    expect(await manager.send("POST", "/collector/usage", body, viewer)).toMatchObject({
      ...{ status: 403, body: { message: expect.stringContaining("devices") } },
    });
    const path = `/domain/1/device/${device}/ruleusagestat`;
    expect((await manager.send("GET", `${path}/total`, undefined, viewer)).body).toEqual({ totalHits: 1 });
    for (const kind of ["total", "daily"])
      expect((await manager.send("GET", `/domain/1/device/999999/ruleusagestat/${kind}`)).status).toBe(404);
  });
});
