import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

let issuer: TestIssuer;
let manager: RunningManager;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer, undefined, "thread");
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

test("revisions are made in a thread of the process, which measures how long they take", async () => {
  const measured = async () => {
    const metrics = await (await fetch(`${manager.origin}/metrics`)).text();
    return Number(/^manager_revision_searchable_seconds_count (\d+)$/m.exec(metrics)?.[1]);
  };
  const before = await measured();
  const device = await manager.createDevice("threaded");
  const first = await manager.importSnapshot(device, edgeSnapshot(["one", "two"]), null);
  const second = await manager.importSnapshot(device, edgeSnapshot(["one", "two", "three"]), first);
  const { body } = await manager.search("secrule", `device{id=${device}}`);
  expect(body.results.map((rule: { name: string }) => rule.name)).toEqual(["one", "two", "three"]);
  const changes = await manager.send("GET", `/domain/1/device/${device}/rev/${second}/changelog`);
  expect(changes.body.total).toBe(1);
  // The thread reports the duration to the metric only after searches find the revision, so the test waits for the
  // metric.
  await manager.eventually(async () => (await measured()) === before + 2);
});
