import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { ROW_ENTITIES } from "./row-index/opensearch-row-index.ts";

/**
 * These tests delete the search indexes, or only the rows in them, while configurations are uploaded. The data in the
 * database stays complete.
 */

jest.setTimeout(600_000);

const engine = process.env.TEST_OPENSEARCH_URL ?? "";
let issuer: TestIssuer;
let manager: RunningManager;
const devices: number[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  for (let n = 0; n < 3; n += 1) {
    const device = await manager.createDevice(`device ${n}`);
    devices.push(device);
    await manager.importSnapshot(device, edgeSnapshot(rulesOf(n, 0)), null);
  }
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

const SIZE = 60;
const rulesOf = (device: number, generation: number) =>
  Array.from({ length: SIZE + generation }, (_, n) => `d${device}g${generation}n${n}`);

const found = async (device: number) =>
  (await manager.search("secrule", `device{id=${device}}`, "&pageSize=1000")) as {
    readonly status: number;
    readonly body: { readonly total: number; readonly results: readonly { readonly name: string }[] };
  };

let generation = 0;
/**
 * Runs `work`, and imports configurations into the last device until `work` ends. Then waits until searches find the
 * last import. The other devices do not change.
 */
async function whileImporting(work: () => Promise<void>): Promise<void> {
  const device = devices[2] ?? 0;
  let isDone = false;
  const importing = (async () => {
    while (!isDone) {
      generation += 1;
      const { body } = await manager.send("GET", `/domain/1/device/${device}/rev/latest`);
      const put = await manager.putRevision(device, edgeSnapshot(rulesOf(2, generation)), body.id);
      if (put.status !== 201) throw new Error(`answered with ${put.status}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await importing;
  const { body } = await manager.send("GET", `/domain/1/device/${device}/rev/latest`);
  await manager.untilSearchable(device, body.id);
}

/** Holds a lease while `work` runs. Without this lease, the service cannot fill its indexes. */
async function whileNotFilled(work: () => Promise<void>): Promise<void> {
  const [name, holder] = ["fill the indexes", "test"];
  const client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "");
  try {
    const leases = createMongoLeaseStore(client.db(manager.name));
    const at = new Date();
    const until = new Date(at.getTime() + 600_000);
    expect(await leases.acquire(name, { holder, at, until })).toBeDefined();
    await work();
    await leases.release(name, holder);
  } finally {
    await client.close();
  }
}

async function expectAll(): Promise<void> {
  for (const [n, device] of devices.entries()) {
    const { body } = await found(device);
    const names = body.results.map(({ name }) => name);
    expect([n, body.total, names]).toEqual([n, names.length, rulesOf(n, n === 2 ? generation : 0)]);
  }
}

test("indexes that are lost are filled again by the service, and no search answers less than there is", async () => {
  const seen: string[] = [];
  async function isFound(): Promise<boolean> {
    const { status, body } = await found(devices[0] ?? 0);
    seen.push(status === 200 ? `200 with ${body.total}` : `${status}`);
    return status === 200;
  }
  await whileImporting(async () => {
    await whileNotFilled(async () => {
      for (const entity of ROW_ENTITIES) await fetch(`${engine}/${manager.name}-${entity}-1`, { method: "DELETE" });
      expect(await isFound()).toBe(false);
    });
    await manager.eventually(isFound, 120_000);
  });
  expect([...new Set(seen)].sort()).toEqual([`200 with ${SIZE}`, "503"]);
  await expectAll();
});

test("indexes that are emptied are rebuilt, while configurations arrive and a second rebuild is refused", async () => {
  await whileImporting(async () => {
    for (const entity of ROW_ENTITIES)
      await fetch(`${engine}/${manager.name}-${entity}/_delete_by_query?refresh=true&conflicts=proceed`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: { match_all: {} } }),
      });
    const both = await Promise.all([manager.rebuild(), manager.rebuild()]);
    expect(both.toSorted((a, b) => a.code - b.code)).toMatchObject([
      { code: 0, said: expect.arrayContaining([expect.stringMatching(/^Rebuilt: \d+ rows/)]) },
      { code: 1, said: ["Another rebuild is running; one that died blocks for 60 s."] },
    ]);
  });
  await expectAll();
  expect((await manager.rebuild()).code).toBe(0);
  await expectAll();
});
