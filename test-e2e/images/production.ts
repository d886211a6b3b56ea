import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ImageProcess } from "@network-access/images/image-processes";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { feeds } from "../clients/feeds.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { managerClient } from "../clients/manager.ts";
import { shippedCommand } from "../clients/shipped-command.ts";
import { createToolKey, toolClient } from "../clients/tools.ts";
import { boundary, SERVERS, stack, trees } from "./image-stack.ts";
import { environmentOf, processes, userOf } from "./read-only-trees.ts";

const folder = mkdtempSync(path.join(tmpdir(), "images-scenario-"));
let graph: GraphClient;
let token: string;

beforeAll(async () => {
  graph = stack.graph();
  token = await stack.token();
});
afterAll(() => rmSync(folder, { recursive: true }));

const request = (id: string, port: number) => ({
  ...{ id, name: id, projectId: "images" },
  rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", port)],
});

test("every process runs as a user that can't write to its files, with production settings alone", async () => {
  for (const name of SERVERS) {
    const pid = stack.process(name).pid();
    expect(userOf(pid)).toBe(trees.user?.uid ?? process.getuid?.());
    const environment = environmentOf(pid);
    expect(environment).toMatchObject({ NODE_ENV: "production", INTROSPECTION: "off" });
    expect(Object.keys(environment)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:PATH|HOME|NODE_(?!ENV))/)]),
    );
  }
  const file = path.join(trees.folder, "gateway/app/main.js");
  const written = await trees.script(`require("node:fs").appendFileSync(${JSON.stringify(file)}, "x")`);
  expect([written.code, written.printed]).toEqual([1, expect.stringContaining("EACCES")]);
});

test("every process without settings names all that it needs at once, and fails", async () => {
  const needed: Readonly<Record<ImageProcess, readonly string[]>> = {
    gateway: ["USER_ISSUER", "USER_JWKS_URL", "SUBGRAPH_INVENTORY_URL"],
    "change-request": ["MONGO_URL", "REDIS_URL", "SERVICE_TOKEN_FILE", "BOUNDARY_EVALUATOR_URL"],
    "boundary-evaluator-subgraph": ["MONGO_URL", "INTEGRATION_KEYS_FILE", "INVENTORY_URL", "USER_AUDIENCE"],
    "boundary-evaluator-worker": ["MONGO_URL", "REDIS_URL", "INTEGRATION_KEYS_FILE", "CHANGE_REQUEST_URL"],
    inventory: ["MONGO_URL", "OPENSEARCH_URL", "REDIS_URL", "SERVICE_AUDIENCE"],
    "inventory-rebuild": ["MONGO_URL", "MONGO_DATABASE", "OPENSEARCH_URL"],
    "security-manager": ["MONGO_URL", "OPENSEARCH_URL", "SERVICE_JWKS_URL"],
    "security-manager-rebuild": ["MONGO_URL", "MONGO_DATABASE", "OPENSEARCH_URL"],
    "boundary-evaluator-prepare": ["MONGO_URL", "MONGO_DATABASE"],
    "change-request-prepare": ["MONGO_URL", "MONGO_DATABASE"],
    "inventory-prepare": ["MONGO_URL", "MONGO_DATABASE"],
    "mcp-tools-prepare": ["MONGO_URL", "MONGO_DATABASE"],
    "security-manager-prepare": ["MONGO_URL", "MONGO_DATABASE"],
    "mcp-tools": ["MONGO_URL", "REDIS_URL", "OPENSEARCH_URL", "SECURITY_MANAGER_URL"],
  };
  await Promise.all(
    processes.map(async (name) => {
      const { code, printed } = await trees.start(name);
      const text = printed.replaceAll("\\n", "\n");
      for (const variable of needed[name])
        expect([name, text]).toEqual([name, expect.stringContaining(`\n  ${variable}: is missing`)]);
      expect([name, code]).not.toEqual([name, 0]);
    }),
  );
});

test("a saved change request gets its verdict, and a draft is evaluated", async () => {
  const client = changeRequests(graph);
  await client.save(request("saved", 443));
  expect(await client.judged("saved")).toMatchObject({ state: "Pass" });
  expect(await client.draft(request("draft", 22))).toMatchObject({ state: "Review" });
  // Previews run in threads, whose code is in separate files. The image must contain these files too.
  const edited = { ...boundary, action: "Fail" };
  const all = { sources: [{ type: "Any" }], destinations: [{ type: "Any" }], services: [{ type: "AllTraffic" }] };
  expect(await client.previewBoundary({ ...edited, ...all })).toMatchObject({ flippedCount: 1 });
});

test("uploaded items are found, and a firewall fetches the addresses of their group", async () => {
  const client = inventory(stack, graph);
  const connector = await client.connector("cloud");
  const item = { ...{ accountId: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77", region: "eu-central-1" } };
  await connector.upload("first", [
    { ...item, ...{ type: "vm", id: "web-1", ips: ["10.10.0.1"], tags: { role: "web" } } },
  ]);
  const found = await eventually(
    () =>
      graph.get<{ inventoryItemsSearch: { items: { id: string }[] } }>(
        `{ inventoryItemsSearch(query: "ip:\\"10.10.0.0/16\\"") { items { id } } }`,
      ),
    ({ inventoryItemsSearch }) => inventoryItemsSearch.items.length > 0,
  );
  expect(found.inventoryItemsSearch.items).toEqual([{ id: "web-1" }]);
  await client.saveGroup({ id: "web", name: "Web", filter: { tags: [{ key: "role", value: "web" }] } });
  const { secret } = await feeds(stack, graph).issue("web", "edge-1");
  const feed = await feeds(stack, graph).fetch("web", { authorization: `Bearer ${secret}` });
  expect(feed).toMatchObject({ status: 200, body: "10.10.0.1\n" });
});

test("an imported firewall answers queries, and a tool call on behalf of a user", async () => {
  const rules = path.join(folder, "rules.v4");
  writeFileSync(
    rules,
    "*filter\n:INPUT DROP [0:0]\n-A INPUT -s 10.20.0.0/16 -p tcp -m tcp --dport 22 -j ACCEPT\nCOMMIT\n",
  );
  const importing = shippedCommand("estate-import", { MANAGER_URL: stack.managerUrl, MANAGER_TOKEN: token });
  const imported = await importing.run("iptables", rules, "--device", "edge-1");
  expect([imported.code, imported.complained]).toEqual([0, ""]);
  const manager = managerClient(stack.managerUrl, token);
  const found = await manager.read("/siql/secrule/paged-search", { q: "rule{service equals 'tcp/22'}" });
  expect(found).toMatchObject({ status: 200, body: { total: 1 } });

  const userId = await manager.createReader("ada", {
    ...{ firstName: "Ada", lastName: "Reader", email: "reader@example.com", password: "a long enough password" },
  });
  const { secret } = await createToolKey(stack.mcpUrl, token, { label: "images", kind: "registration" });
  const client = toolClient(stack.mcpUrl, { apiKey: secret, userId });
  await client.untilServed();
  const counted = await client.call("count_firewall_rules", { sourceIp: "10.20.0.1", portNumberOrServiceName: "ssh" });
  expect([counted.isError, counted.structured]).toEqual([false, expect.objectContaining({ count: 1 })]);
  const reference = await client.call("get_siql_reference", { sections: ["rule"] });
  expect([reference.isError, reference.text]).toEqual([false, expect.stringContaining("`user.any`")]);
});

test("pages that processes read from their files are served", async () => {
  const html = { accept: "text/html" };
  const pages: readonly (readonly [string, object])[] = [
    [`${stack.graphUrl}/graphql`, html],
    [`${stack.graphUrl}/graphql/graphiql.js`, {}],
    [`${stack.graphUrl}/graphql/react-dom.js`, {}],
    [`${stack.baseUrl}/inventory/docs`, html],
    [`${stack.baseUrl}/inventory/docs/swagger-ui-bundle.js`, {}],
    [`${stack.baseUrl}/inventory/openapi.json`, {}],
  ];
  for (const [url, headers] of pages) {
    const answer = await fetch(url, { headers: { ...headers } });
    expect([url, answer.status, (await answer.text()).length > 200]).toEqual([url, 200, true]);
  }
  const { isError, structured } = await toolClient(stack.mcpUrl).call("search_documentation", {
    question: "How does a firewall fetch the addresses of a group?",
  });
  expect([isError, structured.rows.length > 0]).toEqual([false, true]);
});

test.each([
  ["inventory-rebuild", "inventory", "with 1 items"],
  ["security-manager-rebuild", "security-manager", "Rebuilt: 2 rows of 1 devices"],
] as const)("%s with the settings of %s rebuilds the search index", async (name, service, result) => {
  const { code, printed } = await trees.start(name, environmentOf(stack.process(service).pid()));
  expect([code, printed]).toEqual([0, expect.stringContaining(result)]);
});
