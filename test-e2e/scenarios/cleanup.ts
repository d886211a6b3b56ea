import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./shared-stack.ts";

let graph: GraphClient;

beforeAll(async () => {
  graph = stack.graph();
});

const server = (n: number) => ({
  accountId: "acc",
  region: "eu",
  type: "server",
  id: `s-${n}`,
  ips: [`10.${n >> 8}.${n & 255}.1`],
});
const servers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => server(from + n));

test("items that a connector no longer finds leave the inventory and its groups, also when the process is killed meanwhile", async () => {
  const cloud = await inventory(stack, graph).connector("cloud");
  await inventory(stack, graph).saveGroup({ id: "servers", name: "Servers", filter: { types: ["server"] } });
  for (const from of [0, 1_000]) await cloud.upload("first", servers(from, from + 1_000));
  const members = () => graph.get<{ group: { memberCount: number } }>(`{ group(id: "servers") { memberCount } }`);
  await eventually(members, ({ group }) => group.memberCount === 2_000);

  // The second discovery lacks less than half of the servers. A larger loss would exceed the mass-change limits of the
  // group.
  for (const [from, to] of [
    [0, 600],
    [600, 1_100],
  ] as const)
    await cloud.upload("second", servers(from, to));
  const counts = { wouldRemove: 900, wouldKeep: 1_100 };
  expect(await cloud.cleanUp({ discoveryId: "second" })).toMatchObject({ status: 409, body: counts });
  expect(await cloud.cleanUp({ discoveryId: "never", force: true })).toMatchObject({
    status: 409,
    body: { wouldRemove: 2_000, wouldKeep: 0 },
  });
  expect((await members()).group.memberCount).toBe(2_000);

  const unanswered = cloud.cleanUp({ discoveryId: "second", force: true }).catch(() => undefined);
  await stack.process("inventory").kill("SIGKILL");
  await unanswered;
  await stack.process("inventory").start();

  const done = { status: 200, body: { discoveryId: "second", removed: 900, kept: 1_100 } };
  for (let time = 0; time < 2; time += 1)
    expect(await cloud.cleanUp({ discoveryId: "second", force: true })).toEqual(done);
  await eventually(members, ({ group }) => group.memberCount === 1_100);
  const read = (id: string) =>
    graph.ask(`{ inventoryItem(accountId: "acc", region: "eu", type: "server", id: "${id}") { ips } }`);
  expect((await read("s-1100")).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  expect((await read("s-1099")).errors).toEqual([]);

  await expect(cloud.upload("second", [server(1_100)])).rejects.toThrow("409");
  expect(await cloud.upload("third", [server(1_100)])).toMatchObject({ accepted: 1 });
  await eventually(members, ({ group }) => group.memberCount === 1_101);
  expect(await cloud.cleanUp({ discoveryId: "second" })).toEqual(done);
});
