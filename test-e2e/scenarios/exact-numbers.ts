import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { inventory } from "../clients/inventory.ts";
import { shippedCommand } from "../clients/shipped-command.ts";
import { stack } from "./shared-stack.ts";

const folder = mkdtempSync(path.join(tmpdir(), "exact-numbers-"));
/** The members are in the order of the response. */
const numbers =
  '{"large":12345678901234567890,"list":[-9007199254740993,{"precise":0.10000000000000000555}],"power":1000000000000000000000,"tiny":1e-400}';

let authorization: string;
let token: string;

beforeAll(async () => {
  authorization = (await inventory(stack, stack.graph()).connector("exact")).authorization;
  token = await stack.token();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (id: string) => ({ accountId: "exact", region: "eu", type: "vm", id });

async function sent(url: string, headers: Record<string, string>, body: string | Buffer): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  return text;
}

const overRest = (key: object) =>
  sent(`${stack.baseUrl}/inventory/item`, { authorization: token }, JSON.stringify(key));
const overGraph = (query: string) =>
  sent(`${stack.graphUrl}/graphql`, { authorization: token }, JSON.stringify({ query }));

test.each(["plain", "packed"])(
  "attributes uploaded %s come back digit for digit, over REST and the graph",
  async (way) => {
    const item = `{${JSON.stringify(keyOf(way)).slice(1, -1)},"item":${numbers}}`;
    const body = `{"discoveryId":"${way}","items":[${item}]}`;
    const headers = { authorization, ...(way === "packed" ? { "content-encoding": "gzip" } : {}) };
    const answer = await sent(`${stack.baseUrl}/inventory/items`, headers, way === "packed" ? gzipSync(body) : body);
    expect(JSON.parse(answer)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await overRest(keyOf(way))).toContain(`"item":${numbers}`);
    expect(
      await overGraph(`{ inventoryItem(accountId: "exact", region: "eu", type: "vm", id: "${way}") { item } }`),
    ).toBe(`{"data":{"inventoryItem":{"item":${numbers}}}}`);
    const found = await eventually(
      () => overGraph(`{ inventoryItemsSearch(query: "id:${way}") { items { item } } }`),
      (text) => text.includes('"item"'),
    );
    expect(found).toBe(`{"data":{"inventoryItemsSearch":{"items":[{"item":${numbers}}]}}}`);
  },
);

test("the item behind a rule, through another subgraph, has them as well", async () => {
  const key = `accountId: "exact", region: "eu", type: "vm", id: "plain"`;
  const rule = `{ action: Allow, sources: [{ type: InventoryItem, itemKey: { ${key} } }], destinations: [{ type: Any }], services: [{ type: AllTCP }] }`;
  const input = `{ id: "exact", name: "Exact", projectId: "shop", rules: [${rule}] }`;
  const shown = "rules { sources { ... on NetworkObjectInventoryItem { item { item } } } }";
  expect(await overGraph(`mutation { saveChangeRequest(input: ${input}) { ${shown} } }`)).toBe(
    `{"data":{"saveChangeRequest":{"rules":[{"sources":[{"item":{"item":${numbers}}}]}]}}}`,
  );
});

test("the connector sends the numbers of an export", async () => {
  const subscription = "0b1f6471-1bf0-4dda-aec3-111122223333";
  const id = `/subscriptions/${subscription}/resourcegroups/rg/providers/a/b/one`;
  const file = path.join(folder, "resources.json");
  writeFileSync(file, `[{"id":"${id}","location":"eu","properties":${numbers},"type":"a/b"}]`);
  const [name = "", secret = ""] = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
  const connector = shippedCommand("connector", {
    INVENTORY_URL: stack.baseUrl,
    CONNECTOR_ID: name,
    CONNECTOR_SECRET: secret,
  });
  const { code, complained } = await connector.run("azure", file, "--account", "exact");
  expect([code, complained]).toEqual([0, ""]);
  expect(await overRest({ accountId: "exact", region: "eu", type: "a/b", id })).toContain(`"properties":${numbers}`);
});
