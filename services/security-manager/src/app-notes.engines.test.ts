import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * These tests run two processes on one database. While revisions are uploaded and the indexes are rebuilt, clients
 * change the usage and the documentation of rules.
 */

jest.setTimeout(600_000);

const RULES = 12;
const REVISIONS = Number(process.env.NOTES_REVISIONS ?? 5);
const DAY_MS = 86_400_000;

let issuer: TestIssuer;
let managers: readonly [RunningManager, RunningManager];

beforeAll(async () => {
  issuer = await startTestIssuer();
  const first = await startManager(issuer);
  managers = [first, await startManager(issuer, first.name)];
});
afterAll(async () => {
  for (const one of managers) await one.stop();
  await removeManager(managers[0].name);
  await issuer.stop();
});

test("no change of usage or documentation is lost while revisions and a new index come", async () => {
  const [one, other] = managers;
  const device = await one.createDevice("busy");
  const names = Array.from({ length: RULES }, (_, n) => `r${n}`);
  let base = await one.importSnapshot(device, edgeSnapshot(names), null);
  const rules = await one.ruleIds(device);
  const property = { name: "Counter", key: "counter", type: "INTEGER" };
  expect((await one.send("POST", "/customproperty/domain/1", property)).status).toBe(201);

  let isBusy = true;
  const counters = new Map<string, number>();
  const uses = new Map<string, number>();
  /**
   * Changes the documentation and the usage of one rule in a loop. No other loop changes this rule, so the last
   * acknowledged changes must be in the database.
   */
  async function change(rule: string, place: number): Promise<void> {
    for (let count = 1; isBusy || count <= 4; count += 1) {
      const manager = managers[(place + count) % 2] ?? one;
      const props = [{ key: "counter", integerval: count }];
      const ruleId = rules.get(rule) ?? "";
      const put = await manager.send("PUT", `/domain/1/device/${device}/ruledoc`, { ruleId, props });
      expect(put.status).toBe(200);
      counters.set(rule, count);
      const end = Date.now() - ((count * 7 + place) % 20) * DAY_MS;
      const report = { endDate: new Date(end).toISOString(), ruleUsages: [{ deviceId: device, ruleId, hitCount: 1 }] };
      expect((await manager.send("POST", "/collector/usage", report)).body).toMatchObject({ unknown: [] });
      uses.set(rule, Math.max(end, uses.get(rule) ?? 0));
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
  async function revise(): Promise<void> {
    for (let revision = 1; revision <= REVISIONS; revision += 1) {
      const more = Array.from({ length: revision }, (_, n) => `more${n}`);
      const manager = managers[revision % 2] ?? one;
      base = await manager.importSnapshot(device, edgeSnapshot([...names, ...more]), base);
      if (revision === 2) expect((await other.rebuild()).code).toBe(0);
    }
    isBusy = false;
  }
  await Promise.all([...names.map(change), revise()]);

  expect([...counters.values()].every((count) => count > 3)).toBe(true);
  for (const rule of names) {
    const used = new Date(uses.get(rule) ?? 0).toISOString();
    const q = `device{id=${device}} and rule{name='${rule}' and p.counter=${counters.get(rule)} and lastUsed=${used}}`;
    await one.eventually(async () => (await other.search("secrule", q)).body.total === 1, 120_000);
  }
});
