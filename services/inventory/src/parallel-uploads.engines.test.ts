import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/**
 * Tests concurrent uploads of the same items by replicas of one connector. Every item of every upload must be accepted
 * or unchanged.
 */

const ITEMS = 300;

let issuer: TestIssuer;
let running: RunningInventory[] = [];
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterEach(async () => {
  for (const inventory of running) await inventory.stop();
  const [first] = running;
  if (first) await removeInventory(first.name);
  running = [];
});
afterAll(() => issuer.stop());

/** Starts this number of processes with one database. */
async function start(processes: number): Promise<readonly [RunningInventory, ...RunningInventory[]]> {
  const first = await startInventory(issuer);
  running = [first];
  const same = { MONGO_DATABASE: first.name, REDIS_PREFIX: first.name, INDEX_PREFIX: first.name };
  for (let n = 1; n < processes; n += 1) running.push(await startInventory(issuer, same));
  return [first, ...running.slice(1)];
}

const itemsNamed = (name: string, from = 0) =>
  Array.from({ length: ITEMS }, (_, n) => ({ accountId: "acc", region: "eu", type: "vm", id: `i-${from + n}`, name }));

test.each([
  [8, "one process", 1],
  [8, "four processes", 4],
])("%s concurrent uploads of the same items with other contents succeed at %s", async (uploads, _, processes) => {
  const [first, ...others] = await start(processes);
  const cloud = await first.connector("cloud");
  for (const round of ["new", "changed"]) {
    const answers = await Promise.all(
      Array.from({ length: uploads }, (__, n) => {
        const process = [first, ...others][n % processes] ?? first;
        // The uploads with an even `n` start at item 0, and the others at item ITEMS / 2. An even and an odd upload
        // share half of their items.
        const items = itemsNamed(`${round} ${n}`, (n % 2) * (ITEMS / 2));
        return process.upload(cloud, { discoveryId: "d", items: n % 3 === 0 ? items.toReversed() : items });
      }),
    );
    for (const { status, body } of answers) {
      expect([status, body.rejected]).toEqual([200, []]);
      expect(body.accepted + body.unchanged).toBe(ITEMS);
    }
  }
});
