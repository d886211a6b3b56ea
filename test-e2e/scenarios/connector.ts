import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { between } from "../clients/between.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { shippedCommand } from "../clients/shipped-command.ts";
import { stack } from "./shared-stack.ts";

const folder = mkdtempSync(path.join(tmpdir(), "connector-scenario-"));
const exported = (name: string) => path.resolve(import.meta.dirname, "../../services/connector/test/exports", name);
const account = "111122223333";
/** The UUIDv5 of aws/111122223333 in the connector's namespace. It never changes. */
const accountId = "cb03fd48-d40e-5986-a527-c402ba6ac832";

let graph: GraphClient;
let secret: string;
let connector: ReturnType<typeof shippedCommand>;

beforeAll(async () => {
  graph = stack.graph();
  const { authorization } = await inventory(stack, graph).connector("scanner");
  const [, password = ""] = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
  secret = password;
  connector = shippedCommand("connector", environment());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  INVENTORY_URL: stack.baseUrl,
  CONNECTOR_ID: "scanner",
  CONNECTOR_SECRET: secret,
});

function written(name: string, content: object | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function item(key: { accountId: string; region: string; type: string; id: string }) {
  const { data } = await graph.ask<{ inventoryItem: { name: string; ips: string[]; connectorId: string } | null }>(
    `query ($accountId: String!, $region: String!, $type: String!, $id: String!) {
      inventoryItem(accountId: $accountId, region: $region, type: $type, id: $id) { name ips connectorId }
    }`,
    key,
  );
  return data?.inventoryItem ?? undefined;
}

/** Returns the ids of the found items, or an empty list while the index is being created. */
async function search(query: string): Promise<string[]> {
  const { data } = await graph.ask<{ inventoryItemsSearch: { items: { id: string }[] } }>(
    "query ($query: String!) { inventoryItemsSearch(query: $query) { items { id } } }",
    { query },
  );
  return data?.inventoryItemsSearch.items.map(({ id }) => id) ?? [];
}

/** Creates instances of an account. Each test uses an account of its own, so that tests do not affect each other. */
const instances = (ownerId: string, from: number, to: number) => ({
  Reservations: Array.from({ length: to - from }, (_, n) => ({
    OwnerId: ownerId,
    Instances: [
      {
        InstanceId: `i-${from + n}`,
        Placement: { AvailabilityZone: "eu-central-1a" },
        PrivateIpAddress: `10.50.${(from + n) >> 8}.${(from + n) & 255}`,
      },
    ],
  })),
});

test.each([
  {
    source: "aws",
    args: [
      "aws/instances.json",
      "aws/network-interfaces.json",
      "aws/vpcs.json",
      "aws/subnets.json",
      "aws/buckets.json",
    ],
    flags: ["--cloud-account", account],
    count: 8,
    key: { accountId, region: "eu-central-1", type: "aws.ec2.instance", id: "i-0aaa1111bbbb2222c" },
    found: { name: "payments-web-1", ips: expect.arrayContaining(["10.20.1.5", "2001:db8:20:1::5"]) },
  },
  {
    source: "azure",
    args: ["azure/resources.json"],
    flags: ["--account", "shop"],
    count: 8,
    key: {
      accountId: "shop",
      region: "westeurope",
      type: "microsoft.compute/virtualmachines",
      id: "/subscriptions/0b1f6471-1bf0-4dda-aec3-111122223333/resourcegroups/shop-rg/providers/microsoft.compute/virtualmachines/shop-web-1",
    },
    found: { name: "shop-web-1", ips: ["10.40.1.4", "fd00:40:1::4", "203.0.113.20"] },
  },
  {
    source: "kubernetes",
    args: ["kubernetes/cluster.json"],
    flags: ["--cluster", "shop-prod", "--account", "shop-prod"],
    count: 6,
    key: { accountId: "shop-prod", region: "eu-central-1", type: "kubernetes.service", id: "shop/web" },
    found: { name: "web", ips: ["10.96.12.7", "fd00:10:96::c07", "192.0.2.80", "203.0.113.40"] },
  },
  {
    source: "nmap",
    args: ["nmap/office.xml"],
    flags: ["--account", "office", "--region", "berlin"],
    count: 3,
    key: { accountId: "office", region: "berlin", type: "host", id: "10.30.0.2" },
    found: { name: "printer.office.example.com", ips: ["10.30.0.2"] },
  },
  {
    source: "csv",
    args: ["csv/servers.csv"],
    flags: ["--mapping", exported("csv/assets.yaml")],
    count: 2,
    key: { accountId: "data-centres", region: "berlin", type: "server", id: "A-1" },
    found: { name: "web, first", ips: ["10.70.0.1", "10.70.0.2"] },
  },
])(
  "what $source shows is in the inventory, and the second time it is unchanged",
  async ({ source, args, flags, count, key, found }) => {
    const words = [source, ...args.map(exported), ...flags];
    const first = await connector.run(...words);
    expect(first).toMatchObject({ code: 0, complained: "" });
    expect(first.printed).toMatch(new RegExp(`^Discovery ${source}-`));
    expect(first.printed).toContain(`Uploaded: ${count} accepted (new or changed), 0 unchanged, 0 rejected`);
    expect(await item(key)).toMatchObject({ ...found, connectorId: "scanner" });
    await eventually(
      () => search(`id:"${key.id}"`),
      (ids) => ids.includes(key.id),
    );
    const second = await connector.run(...words);
    expect(second).toMatchObject({ code: 0, complained: "" });
    expect(second.printed).toContain(`Uploaded: 0 accepted (new or changed), ${count} unchanged, 0 rejected`);
    expect(first.printed + second.printed).not.toContain(secret);
  },
);

test("an instance that is gone from its listing is removed, and a listing of subnets removes no instance", async () => {
  const owner = "444455556666";
  const key = (id: string) => ({
    accountId: "gone",
    region: "eu-central-1",
    type: "aws.ec2.instance",
    id,
  });
  const flags = ["--account", "gone"];
  await connector.run("aws", written("all.json", instances(owner, 0, 5)), ...flags);
  expect(await item(key("i-4"))).toBeDefined();
  const subnets = written(
    "subnets.json",
    readFileSync(exported("aws/subnets.json"), "utf8").replaceAll(/\d{12}/g, owner),
  );
  expect(await connector.run("aws", subnets, ...flags, "--cloud-account", owner)).toMatchObject({ code: 0 });
  expect(await item(key("i-4"))).toBeDefined();
  const fewer = await connector.run("aws", written("fewer.json", instances(owner, 0, 4)), ...flags);
  expect(fewer).toMatchObject({ code: 0, complained: "" });
  expect(fewer.printed).toContain("Cleaned up: 1 removed, 4 kept");
  expect(await item(key("i-4"))).toBeUndefined();
  expect(await item(key("i-3"))).toBeDefined();
});

test("a listing that lost most of its items is uploaded, but cleaned up only with --force", async () => {
  const owner = "777788889999";
  const flags = ["--account", "shrunk"];
  await connector.run("aws", written("many.json", instances(owner, 0, 300)), ...flags);
  const few = written("few.json", instances(owner, 0, 20));
  const careful = await connector.run("aws", few, ...flags);
  expect(careful.code).toBe(1);
  expect(careful.printed).toContain("it would remove 280 and keep 20; --force removes them");
  const insisting = await connector.run("aws", few, ...flags, "--force");
  expect(insisting.code).toBe(0);
  expect(insisting.printed).toContain("Cleaned up: 280 removed, 20 kept");
});

test("an interrupted discovery says how to continue, and continues under its id", async () => {
  const total = 12_000;
  const file = written("large.json", instances("101010101010", 0, total));
  const args = ["aws", file, "--account", "large"];
  const isInTheMiddle = Promise.withResolvers<void>();
  const way = await between(stack.baseUrl, async (_, count) => {
    if (count === 1) return "pass";
    isInTheMiddle.resolve();
    return "hold the answer";
  });
  const { child, ended } = shippedCommand("connector", { ...environment(), INVENTORY_URL: way.url }).start(...args);
  await Promise.race([isInTheMiddle.promise, ended]);
  child.kill("SIGINT");
  const interrupted = await ended;
  await way.stop();
  expect(interrupted.code).toBe(130);
  expect(interrupted.complained).toMatch(/Interrupted after 1,000 items of 12,000\./);
  const [, id = ""] = /^Discovery (\S+)/.exec(interrupted.printed) ?? [];
  expect(interrupted.complained).toContain(`npm run connector -- aws ${file} --account large --discovery-id ${id}`);
  const again = await connector.run(...args, "--discovery-id", id);
  expect(again).toMatchObject({ code: 0 });
  const [, accepted, unchanged] =
    /Uploaded: ([\d,]+) accepted \(new or changed\), ([\d,]+) unchanged/.exec(again.printed) ?? [];
  const count = (text = "") => Number(text.replaceAll(",", ""));
  expect(count(unchanged)).toBeGreaterThanOrEqual(1_000);
  expect(count(accepted) + count(unchanged)).toBe(total);
  expect(again.printed).toContain("Cleaned up: 0 removed, 12,000 kept");
});

test("wrong credentials are refused with a reason, and the secret is never shown", async () => {
  const stranger = shippedCommand("connector", {
    INVENTORY_URL: stack.baseUrl,
    CONNECTOR_ID: "scanner",
    CONNECTOR_SECRET: "guessed-secret",
  });
  const { code, printed, complained } = await stranger.run("azure", exported("azure/resources.json"));
  expect(code).toBe(1);
  expect(complained).toContain("(401)");
  expect(printed + complained).not.toContain("guessed-secret");
});

test("a command without its environment names every variable it needs", async () => {
  const { code, complained } = await shippedCommand("connector", {}).run("azure", exported("azure/resources.json"));
  expect(code).toBe(78);
  expect(complained).toMatch(/INVENTORY_URL: is missing\s+CONNECTOR_ID: is missing\s+CONNECTOR_SECRET: is missing/);
});
