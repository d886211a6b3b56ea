import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { feeds } from "../clients/feeds.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./shared-stack.ts";

// The boundary "all-web" does not allow this port.
const request = (id: string) => ({
  id,
  name: id,
  projectId: "faults",
  rules: [tcpRule("10.0.0.0/24", "10.2.0.0/24", 22)],
});

test("with the database away for 20 s, saves are refused with a reason, and no acknowledged save is lost", async () => {
  const graph = stack.graph();
  const client = changeRequests(graph);
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  let running = true;
  const saving = (async () => {
    for (let n = 0; running; n += 1) {
      const id = `through-${n}`;
      const { data, errors } = await graph.ask<{ saveChangeRequest: { id: string } }>(
        `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`,
        { input: request(id) },
      );
      if (data?.saveChangeRequest) acknowledged.push(id);
      else for (const { extensions, message } of errors) refusals.add(`${extensions.code}: ${message}`);
      await pause(100);
    }
  })();
  const acknowledgedAre = (count: number) =>
    eventually(
      async () => acknowledged.length,
      (length) => length >= count,
      120_000,
    );
  await acknowledgedAre(3);
  await stack.engine("mongo").stop();
  await pause(20_000);
  await eventually(
    async () => (await fetch(`${stack.process("change-request").url}/readyz`)).status,
    (status) => status === 503,
  );
  await eventually(
    async () => refusals.size,
    (count) => count > 0,
  );
  await stack.engine("mongo").start();
  await acknowledgedAre(acknowledged.length + 3);
  running = false;
  await saving;
  for (const refusal of refusals) {
    expect(refusal).toMatch(/^(UPSTREAM_UNAVAILABLE|UPSTREAM_TIMEOUT): /);
    expect(refusal).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|mongodb:/);
  }
  // The processes reconnect at different times.
  await eventually(
    () => client.read(acknowledged[0] ?? "").catch(() => null),
    (found) => found !== null,
  );
  for (const id of acknowledged) expect((await client.judged(id)).state).toBe("Review");
});

test("with the inventory away, a request that needs it is Error with the reason, and recovers by itself", async () => {
  const client = changeRequests(stack.graph());
  await client.saveBoundary({
    id: "to-servers",
    name: "To servers",
    action: "Pass",
    sources: [{ type: "Any" }],
    destinations: [{ type: "Cidr", cidr: "10.2.0.0/16" }],
    services: [{ type: "AllTCP" }],
  });
  await stack.graph().get(`mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }`, {
    input: { id: "nobody", name: "Nobody", filter: { types: ["nothing"] } },
  });
  const input = {
    ...request("needs-inventory"),
    rules: [{ ...tcpRule("10.0.0.0/24", "10.2.0.0/24", 22), sources: [{ type: "ConnectGroup", groupId: "nobody" }] }],
  };
  await stack.process("inventory").kill("SIGKILL");
  await client.save(input);
  const failed = await client.judged(input.id);
  expect(failed.state).toBe("Error");
  expect(failed.stateReason).toMatch(/nobody/);
  await stack.process("inventory").start();
  await eventually(
    () => client.read(input.id),
    (request) => request?.state !== "Error",
    90_000,
  );
  expect(await client.judged(input.id)).toMatchObject({ revision: 1, state: "Review" });
});

test("with the database away a firewall keeps its list, and its token is never refused as wrong", async () => {
  const graph = stack.graph();
  const client = feeds(stack, graph);
  const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
  const { upload } = await inventory(stack, graph).connector("cloud");
  const server = { ...{ accountId: "acc", region: "eu", type: "vm", id: "steady-1" }, ips: ["10.60.0.1"] };
  await upload("first", [{ ...server, tags: { role: "steady" } }]);
  const filter = { tags: [{ key: "role", value: "steady" }] };
  await inventory(stack, graph).saveGroup({ id: "steady", name: "Steady", filter });
  const known = await client.issue("steady", "edge-1");
  const unknown = await client.issue("steady", "edge-2");
  const before = await client.fetch("steady", bearer(known));
  expect(before.status).toBe(200);
  await stack.engine("mongo").stop();
  const etag = String(before.headers.etag);
  const [list, held, refused, wrong] = await Promise.all([
    client.fetch("steady", bearer(known)),
    client.fetch("steady", { ...bearer(known), "if-none-match": etag }),
    client.fetch("steady", bearer(unknown)),
    client.fetch("steady", bearer({ secret: "wrong" })),
  ]);
  expect(list).toMatchObject({ status: 200, body: "10.60.0.1\n", headers: { etag } });
  expect(held).toMatchObject({ status: 304, headers: { etag } });
  for (const { headers } of [list, held]) expect(headers.warning).toMatch(/^110 /);
  for (const { status, headers } of [refused, wrong])
    expect([status, headers["retry-after"]]).toEqual([503, expect.any(String)]);

  await stack.engine("mongo").start();
  const back = await eventually(
    () => client.fetch("steady", bearer(unknown)),
    ({ status, headers }) => status === 200 && headers.warning === undefined,
  );
  expect(back).toMatchObject({ body: "10.60.0.1\n", headers: { etag } });
});
