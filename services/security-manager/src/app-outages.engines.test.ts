import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/** Tests that the service continues without a restart after the database or the search index was unavailable. */

const { logger, lines } = keepLogLines("info");
let issuer: TestIssuer;
let database: EngineDoor;
let index: EngineDoor;
let manager: RunningManager;
let device: number;
let revision: number;

beforeAll(async () => {
  issuer = await startTestIssuer();
  database = await createEngineDoor(process.env.TEST_MONGO_URL ?? "");
  index = await createEngineDoor(process.env.TEST_OPENSEARCH_URL ?? "");
  const settings = { MONGO_URL: database.url, OPENSEARCH_URL: index.url };
  manager = await startManager(issuer, undefined, "here", { settings, logger });
  device = await manager.createDevice("steady");
  revision = await manager.importSnapshot(device, edgeSnapshot(["a", "b"]), null);
});
afterEach(async () => {
  await Promise.all([database.open(), index.open()]);
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await Promise.all([database.shut(), index.shut()]);
  await issuer.stop();
});

const RULES = encodeURIComponent("rule{name != 'none'}");
/** The response while an engine is unavailable. */
const AWAY = { status: 503, retryAfter: "1", code: "UPSTREAM_UNAVAILABLE" };
async function ask(method: string, path: string, body?: object) {
  const answer = await manager.send(method, path, body);
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), code: answer.body?.code };
}
const newest = async (): Promise<number> =>
  (await manager.send("GET", `/domain/1/device/${device}/rev/latest`)).body.id;
const names = async (of = device) => [...(await manager.ruleIds(of)).keys()];

describe("without the index", () => {
  test("searches of rows get 503, other calls work, and rows uploaded meanwhile are found afterwards", async () => {
    await index.shut();
    for (const path of [
      `/siql/secrule/paged-search?q=${RULES}`,
      `/siql/networkobj/paged-search?q=${encodeURIComponent("device{id > 0}")}`,
      `/siql/count?countType=SECURITYRULE&q=${RULES}`,
      `/siql/secrule/stream?q=${RULES}`,
    ])
      expect([path, await ask("GET", path)]).toEqual([path, AWAY]);
    const devices = await manager.search("device", "device{name = 'steady'}");
    expect(devices).toMatchObject({
      status: 200,
      body: { total: 1, results: [{ revid: revision, totalSecRules: 2 }] },
    });
    expect((await manager.search("devicegroup", "devicegroup{id = 1}")).body.total).toBe(1);
    expect((await fetch(`${manager.origin}/readyz`)).status).toBe(200);
    const renamed = await manager.send("PUT", `/domain/1/device/${device}`, { name: "renamed meanwhile" });
    expect(renamed.status).toBe(200);
    const put = await manager.putRevision(device, edgeSnapshot(["a", "b", "c"]), revision);
    expect(put).toMatchObject({ status: 201, body: { state: "PENDING", searchable: false } });
    const newDevice = await manager.createDevice("new meanwhile");
    const first = await manager.putRevision(newDevice, edgeSnapshot(["x"]), null);
    expect(first.status).toBe(201);
    await manager.eventually(async () =>
      lines.some(({ msg }) => msg === "the index does not answer; revisions wait for it"),
    );

    await index.open();
    await manager.untilSearchable(device, put.body.id);
    await manager.untilSearchable(newDevice, first.body.id);
    expect([await names(), await names(newDevice)]).toEqual([["a", "b", "c"], ["x"]]);
    const sorted = async () => (await manager.search("secrule", "rule{true}", "&sort=-device.name")).body.results;
    await manager.eventually(async () => (await sorted())?.[0]?.ndDevice.name === "renamed meanwhile");
  });

  test("that does not answer a search ends in time", async () => {
    index.hold();
    const began = performance.now();
    const answers = await Promise.all([
      ask("GET", `/siql/secrule/paged-search?q=${RULES}`),
      ask("GET", `/siql/count?countType=SECURITYRULE&q=${RULES}`),
    ]);
    expect(answers).toEqual(Array(2).fill({ status: 504, retryAfter: null, code: "UPSTREAM_TIMEOUT" }));
    expect(performance.now() - began).toBeLessThan(45_000);
    await index.open();
    await manager.eventually(async () => (await ask("GET", `/siql/secrule/paged-search?q=${RULES}`)).status === 200);
  });

  test("that goes away in the middle of a stream the answer is cut off, and logged once as a warning", async () => {
    const many = await manager.createDevice("streamed");
    const rules = Array.from({ length: 2_000 }, (_, n) => `rule ${n}`);
    await manager.importSnapshot(many, edgeSnapshot(rules), null);
    const before = lines.length;
    // The stream can't read its second page.
    const q = encodeURIComponent(`device{id=${many}}`);
    index.slowDown("search_after", 60_000);
    const answer = await fetch(`${manager.origin}/securitymanager/api/siql/secrule/stream?q=${q}`, {
      headers: { authorization: await manager.tokenOf("estate:view") },
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    await reader?.read();
    await index.shut();
    const drain = async () => {
      for (;;) if ((await reader?.read())?.done) return;
    };
    await expect(drain()).rejects.toThrow();
    index.slowDown("search_after", 0);
    await index.open();
    const logged = () => lines.slice(before).filter(({ requestId }) => requestId !== undefined);
    await manager.eventually(async () => logged().some(({ ended }) => ended === "failed"));
    expect(logged().filter(({ level }) => level === "warn" || level === "error")).toMatchObject([
      { level: "warn", msg: "an expected error cut off a stream", err: { type: "IndexAway" } },
    ]);
    await manager.eventually(async () => (await ask("GET", `/siql/secrule/paged-search?q=${RULES}`)).status === 200);
  });
});

describe("without the database", () => {
  test("routes that need the database get 503, and work again afterwards", async () => {
    const sent = edgeSnapshot(["a", "b", "c", "d"]);
    for (const part of sent) await manager.putPart(device, part);
    await database.shut();
    for (const [method, path, body] of [
      ["GET", "/domain/1/device"],
      ["GET", `/domain/1/device/${device}`],
      ["PUT", `/domain/1/device/${device}`, { name: "other" }],
      ["POST", "/domain/1/devicegroup", { name: "group" }],
      ["GET", `/domain/1/device/${device}/rev/latest`],
      ["GET", `/siql/secrule/paged-search?q=${RULES}`],
      ["GET", `/siql/secrule/stream?q=${RULES}`],
      ["GET", `/siql/count?countType=DEVICE&q=${encodeURIComponent("device{id > 0}")}`],
    ] as const)
      expect([path, await ask(method, path, body)]).toEqual([path, AWAY]);
    expect((await manager.putPart(device, edgeSnapshot(["e"])[0] as (typeof sent)[number])).status).toBe(503);
    expect((await manager.send("GET", "/version")).status).toBe(200);
    expect((await fetch(`${manager.origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${manager.origin}/healthz`)).status).toBe(200);

    await database.open();
    await manager.eventually(async () => (await fetch(`${manager.origin}/readyz`)).status === 200);
    const put = await manager.putRevision(device, sent, await newest());
    expect(put.status).toBe(201);
    await manager.untilSearchable(device, put.body.id);
    expect(await names()).toEqual(["a", "b", "c", "d"]);
  });

  test("that goes away while a revision is made it is made afterwards, and searches answer the old one whole", async () => {
    const rules = Array.from({ length: 1_500 }, (_, n) => `n${n}`);
    expect((await manager.putRevision(device, edgeSnapshot(rules), await newest())).status).toBe(201);
    await database.shutAfter(2_000);
    await database.open();
    await manager.eventually(async () => (await fetch(`${manager.origin}/readyz`)).status === 200);
    const seen = new Set<number>();
    await manager.eventually(async () => {
      const { status, body } = await manager.search("secrule", `device{id=${device}}`, "&pageSize=1");
      if (status === 200) seen.add(body.total);
      return body.total === 1_500;
    }, 180_000);
    expect([...seen].filter((total) => total !== 4 && total !== 1_500)).toEqual([]);
  });

  test("that does not answer calls end in time", async () => {
    database.hold();
    const began = performance.now();
    expect(await ask("GET", "/domain/1/device")).toEqual(AWAY);
    expect(performance.now() - began).toBeLessThan(45_000);
    await database.open();
    await manager.eventually(async () => (await ask("GET", "/domain/1/device")).status === 200);
  });
});
