import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests } from "../clients/change-requests.ts";
import { type GraphClient, graphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./shared-stack.ts";

let graph: GraphClient;

beforeAll(async () => {
  graph = stack.graph();
});

const database = { accountId: "0f6a2f0e-8f7a-4a58-b1a6-0d8a1d0b0001", region: "eu-central-1", type: "vm", id: "db-1" };
const web = (n: number) => ({ ...database, type: "vm", id: `web-${n}` });

test("a request naming an item and a group follows their addresses when it is saved again, and its old evaluation stays as it was", async () => {
  const client = changeRequests(graph);
  const store = await inventory(stack, graph).connector("addresses");
  await store.upload("run-1", [
    { ...database, ips: ["10.20.0.5", "2001:db8:20::5"], tags: { role: "database" } },
    { ...web(1), ips: ["10.10.0.1"], tags: { role: "web" } },
    { ...web(2), ips: ["10.10.0.2"], tags: { role: "web" } },
  ]);
  await inventory(stack, graph).saveGroup({
    id: "web",
    name: "Web",
    filter: { tags: [{ key: "role", value: "web" }] },
  });
  const members = () =>
    graph.get<{ group: { addresses: { items: string[] }; memberCount: number; membersRevision: number } }>(
      `{ group(id: "web") { memberCount membersRevision addresses { items } } }`,
    );
  await eventually(members, ({ group }) => group.memberCount === 2);
  await client.saveBoundary({
    id: "web-to-database",
    name: "Web to database",
    action: "Pass",
    sources: [{ type: "ConnectGroup", groupId: "web" }],
    destinations: [
      { type: "Cidr", cidr: "10.20.0.0/24" },
      { type: "Cidr", cidr: "2001:db8:20::/64" },
    ],
    services: [{ type: "TCP", portStart: 5432, portEnd: 5432 }],
  });
  const { errors } = await graph.ask(`mutation { deleteGroup(id: "web") }`);
  expect(errors).toMatchObject([
    { extensions: { code: "CONFLICT" }, message: expect.stringContaining("web-to-database") },
  ]);
  const input = {
    id: "web-needs-database",
    name: "Web needs the database",
    projectId: "shop",
    rules: [
      {
        action: "Allow",
        sources: [{ type: "ConnectGroup", groupId: "web" }],
        destinations: [{ type: "InventoryItem", itemKey: database }],
        services: [{ type: "TCP", portStart: 5432, portEnd: 5432 }],
      },
    ],
  };
  await client.save(input);
  expect(await client.judged(input.id)).toMatchObject({ revision: 1, state: "Pass" });

  // Stops the worker. Otherwise the first revision could be re-evaluated with the new address before the second
  // revision exists.
  const worker = stack.process("boundary-evaluator-worker");
  await worker.stop();
  await store.upload("run-2", [{ ...database, ips: ["10.20.0.5", "10.99.0.5"], tags: { role: "database" } }]);
  await client.save(input);
  await worker.start();
  const second = await client.judged(input.id);
  expect(second).toMatchObject({ revision: 2, state: "Review" });
  expect(second.stateReason).toContain("10.99.0.5");

  const old = await client.evaluation(input.id, 1);
  expect(old).toMatchObject({ revision: 1, state: "Pass" });
  expect(old?.resolved).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ itemKey: database, groupId: null, addressCount: 2 }),
      expect.objectContaining({ groupId: "web", itemKey: null, addressCount: 2 }),
    ]),
  );
  const recent = await client.evaluation(input.id, 2);
  const hashOf = (evaluation: typeof old) => evaluation?.resolved.find(({ itemKey }) => itemKey !== null)?.hash;
  expect(hashOf(recent)).not.toBe(hashOf(old));

  await store.upload("run-2", [{ ...web(3), ips: ["10.10.0.3"], tags: { role: "web" } }]);
  const grown = await eventually(members, ({ group }) => group.memberCount === 3);
  expect(grown.group.addresses.items).toEqual(["10.10.0.1/32", "10.10.0.2/31"]);
});

test("a caller who may not see addresses gets keyed digests instead of their hashes, the same from every replica", async () => {
  const client = changeRequests(graph);
  const allow = { action: "Allow", services: [{ type: "AllTCP" }] };
  const from = [{ type: "InventoryItem", itemKey: database }];
  await client.save({
    id: "digests",
    name: "Digests",
    projectId: "shop",
    rules: [{ ...allow, sources: from, destinations: [{ type: "ConnectGroup", groupId: "web" }] }],
  });
  await client.judged("digests");
  const query = '{ changeRequestEvaluation(id: "digests", revision: 1) { resolved { groupId hash } } }';
  type Answer = { changeRequestEvaluation: { resolved: { groupId: string | null; hash: string }[] } };
  const hashes = async (asked: GraphClient) => {
    const { resolved } = (await asked.get<Answer>(query)).changeRequestEvaluation;
    return Object.fromEntries(resolved.map(({ groupId, hash }) => [groupId ?? "item", hash]));
  };
  const known = await hashes(graph);
  const blind = await stack.token({ permissions: ["change-request:view"] });
  const digests = await hashes(stack.graph(blind));
  expect(digests).toEqual({
    item: expect.stringMatching(/^[0-9a-f]{64}$/),
    web: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(new Set([...Object.values(known), ...Object.values(digests)]).size).toBe(4);
  const replica = await stack.replica("boundary-evaluator-subgraph");
  expect(await hashes(graphClient(`${replica}/graphql`, blind))).toEqual(digests);
  const seesItems = await stack.token({ permissions: ["change-request:view", "inventory:view"] });
  expect(await hashes(stack.graph(seesItems))).toEqual({ item: known.item, web: digests.web });
});

test("the item and the group behind a rule are in the same query, and null when they do not exist", async () => {
  const client = changeRequests(graph);
  await client.save({
    id: "names-things",
    name: "Names things",
    projectId: "shop",
    rules: [
      {
        action: "Allow",
        sources: [
          { type: "InventoryItem", itemKey: web(1) },
          { type: "InventoryItem", itemKey: { ...web(1), id: "never seen" } },
        ],
        destinations: [
          { type: "ConnectGroup", groupId: "web" },
          { type: "ConnectGroup", groupId: "never made" },
        ],
        services: [{ type: "AllTCP" }],
      },
    ],
  });
  const { changeRequest } = await graph.get<{
    changeRequest: { rules: { sources: object[]; destinations: object[] }[] };
  }>(
    `{ changeRequest(id: "names-things") { rules {
      sources { ... on NetworkObjectInventoryItem { item { ips } } }
      destinations { ... on NetworkObjectConnectGroup { group { name } } }
    } } }`,
  );
  expect(changeRequest.rules).toEqual([
    {
      sources: [{ item: { ips: ["10.10.0.1"] } }, { item: null }],
      destinations: [{ group: { name: "Web" } }, { group: null }],
    },
  ]);
  const judged = await client.judged("names-things");
  expect(judged.state).toBe("Error");
  expect(judged.findings?.map(({ code }) => code)).toEqual(expect.arrayContaining(["UnknownItem", "UnknownGroup"]));
});
