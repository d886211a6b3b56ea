import { expect, test } from "@jest/globals";
import { discovered, exported, findings, refusal, written } from "../../test/read-exports.ts";
import { createAzureReader } from "./azure.ts";

const resources = exported("azure/resources.json");
const subscription = "0b1f6471-1bf0-4dda-aec3-111122223333";
const row = (type: string, more: object = {}) => ({
  id: `/subscriptions/${subscription}/resourceGroups/rg/providers/${type}/one`,
  name: "one",
  type,
  location: "westeurope",
  subscriptionId: subscription,
  properties: {},
  ...more,
});

test("a machine has the addresses of its interfaces, private and public, whatever case the ids are in", async () => {
  const { items } = await discovered(createAzureReader(), [resources]);
  expect(items[0]).toMatchObject({
    cloudAccountId: subscription,
    region: "westeurope",
    type: "microsoft.compute/virtualmachines",
    typeName: "Azure virtual machine",
    id: `/subscriptions/${subscription}/resourcegroups/shop-rg/providers/microsoft.compute/virtualmachines/shop-web-1`,
    name: "shop-web-1",
    hostname: "shopweb1",
    macAddress: "00:0d:3a:1b:c7:21",
    ips: ["10.40.1.4", "fd00:40:1::4", "203.0.113.20"],
    tags: { application: "shop", Environment: "prod" },
  });
});

test("networks, their subnets, frontends, public addresses and storage accounts have their own", async () => {
  const { items } = await discovered(createAzureReader(), [resources]);
  expect(
    items.slice(2).map(({ typeName, name, region, hostname, ips }) => [typeName, name, region, hostname, ips]),
  ).toEqual([
    [
      "Azure public IP address",
      "shop-web-1-pip",
      "westeurope",
      "shop.westeurope.cloudapp.example.com",
      ["203.0.113.20"],
    ],
    ["Azure virtual network", "shop-vnet", "westeurope", undefined, ["10.40.0.0/16", "fd00:40::/48"]],
    ["Azure subnet", "web", "westeurope", undefined, ["10.40.1.0/24", "fd00:40:1::/64"]],
    ["Azure subnet", "data", "westeurope", undefined, ["10.40.2.0/24"]],
    ["Azure load balancer", "shop-lb", "westeurope", undefined, ["10.40.1.100"]],
    ["Azure storage account", "shopinvoices", "northeurope", "shopinvoices.blob.core.example.com", undefined],
  ]);
});

test("addresses are followed from file to file", async () => {
  const address = written("addresses.json", {
    data: [row("Microsoft.Network/publicIPAddresses", { properties: { ipAddress: "203.0.113.9" } })],
  });
  const gateway = row("Microsoft.Network/applicationGateways", {
    properties: {
      frontendIPConfigurations: [
        { properties: { publicIPAddress: { id: row("microsoft.network/PUBLICIPADDRESSES").id } } },
      ],
    },
  });
  const { items } = await discovered(createAzureReader(), [written("gateways.json", [gateway]), address]);
  expect(items[0]).toMatchObject({ typeName: "Azure application gateway", ips: ["203.0.113.9"] });
});

test("prefixes in rules and routes are no addresses of theirs", async () => {
  const rules = {
    securityRules: [{ properties: { sourceAddressPrefix: "10.0.0.0/8" } }],
    routes: [{ properties: { addressPrefix: "0.0.0.0/0" } }],
  };
  const { items } = await discovered(createAzureReader(), [
    written("rows.json", [row("microsoft.network/networksecuritygroups", { properties: rules })]),
  ]);
  expect(items).toMatchObject([{ typeName: "Azure networksecuritygroups" }]);
  expect(items[0]?.ips).toBeUndefined();
});

test.each([
  [{ data: [row("a/b")], skip_token: "more" }, "token for the next page"],
  [{ data: [row("a/b")], count: 1, total_records: 240 }, "the files show 1 of its 240 rows"],
])("an incomplete answer covers nothing", async (answer, why) => {
  const { cells } = await discovered(createAzureReader(), [written("part.json", answer)]);
  expect(cells).toMatchObject([{ partial: { why: expect.stringContaining(why) } }]);
});

test("the pages of one answer cover what they show when all of them are given, each once", async () => {
  const rows = Array.from({ length: 5 }, (_, n) => row("a/b", { id: `/subscriptions/${subscription}/n${n}` }));
  const page = (name: string, from: number, to: number, skip_token: string | null) =>
    written(name, { data: rows.slice(from, to), total_records: 5, skip_token });
  const [first, second, last] = [page("1.json", 0, 2, "x"), page("2.json", 2, 4, "y"), page("3.json", 4, 5, null)];
  const whole = async (...files: ReturnType<typeof page>[]) =>
    (await discovered(createAzureReader(), files)).cells.every(({ partial }) => partial === undefined);
  expect(await whole(first, second, last)).toBe(true);
  expect(await whole(last, first, second)).toBe(true);
  expect(await whole(first, last)).toBe(false);
  expect(await whole(first, second)).toBe(false);
  expect(await whole(last)).toBe(false);
  expect(await whole(first, page("copy.json", 0, 2, "x"), last)).toBe(false);
});

test("a complete answer covers what it shows", async () => {
  const { cells } = await discovered(createAzureReader(), [resources]);
  expect(cells).toHaveLength(7);
  expect(cells.every(({ partial }) => partial === undefined)).toBe(true);
});

test("rows without properties would lose their addresses: they are reported, and nothing of their type is cleaned up", async () => {
  const rows = written("rows.json", [row("a/b"), row("A/B", { properties: undefined })]);
  const { items, problems, cells } = await discovered(createAzureReader(), [rows]);
  expect(items).toHaveLength(1);
  expect(problems).toMatchObject([
    { message: expect.stringContaining("has no properties"), examples: ["rows.json, [1]"] },
  ]);
  expect(cells).toMatchObject([{ partial: { ofProblems: true } }]);
});

test("a machine whose interfaces are in none of the files is noted", async () => {
  const properties = { networkProfile: { networkInterfaces: [{ id: "/elsewhere" }] } };
  const machines = written("machines.json", [row("microsoft.compute/virtualmachines", { properties })]);
  const { items, notes } = await discovered(createAzureReader(), [machines]);
  expect(items).toHaveLength(1);
  expect(notes).toMatchObject([{ message: expect.stringContaining("no file has its network interfaces") }]);
});

test("what has no region is global, and what belongs to no subscription is left out", async () => {
  const tenant = {
    id: "/providers/Microsoft.Management/managementGroups/all",
    type: "microsoft.management/managementgroups",
    properties: {},
  };
  const rows = written("rows.json", [row("a/b", { location: "" }), tenant]);
  const { items, notes } = await discovered(createAzureReader(), [rows]);
  expect(items).toMatchObject([{ region: "global" }]);
  expect(notes).toMatchObject([{ message: "left out: a resource of no subscription (Azure managementgroups)" }]);
});

test("a row without a type is reported with its place, and a table of something else is refused", async () => {
  expect(
    await findings(createAzureReader(), written("rows.json", [row("a/b"), { id: "x", properties: {} }])),
  ).toMatchObject([
    { kind: "item" },
    { kind: "problem", place: "[1]", message: "names no type; project both in the query" },
  ]);
  expect(await refusal(createAzureReader(), [written("counts.json", { data: [{ count_: 7 }] })])).toContain(
    "with id and type in each row",
  );
});

test("numbers beyond floating point are sent digit for digit, as attributes and as tags", async () => {
  const long = "12345678901234567890";
  const attributes = `{"size":${long},"ratio":0.10000000000000000555,"count":1.10}`;
  const text = JSON.stringify({ data: [row("a/b", { tags: { cost: "TAG", 1: "x" }, properties: "ATTRIBUTES" })] });
  const file = written("numbers.json", text.replace('"TAG"', long).replace('"ATTRIBUTES"', attributes));
  const { items, texts } = await discovered(createAzureReader(), [file]);
  expect(items[0]?.tags).toEqual({ 1: "x", cost: long });
  expect(texts[0]).toContain(`"tags":{"1":"x","cost":"${long}"}`);
  expect(texts[0]).toContain(`"properties":${attributes.replace("1.10", "1.1")}`);
});

test("a number beyond floating point is no record, no list and no page count", async () => {
  const long = "12345678901234567890";
  const file = written("odd.json", `{"data":[${JSON.stringify(row("a/b"))},${long}],"total_records":${long}}`);
  expect(await findings(createAzureReader(), file)).toMatchObject([
    { kind: "item" },
    { kind: "problem", place: "data[1]", message: "is not an object" },
  ]);
  expect(await refusal(createAzureReader(), [written("bare.json", long)])).toMatch(
    /^bare\.json looks like a bare number;/,
  );
  expect(await refusal(createAzureReader(), [written("list.json", `[${long}]`)])).toMatch(
    /looks like a list of number values;/,
  );
});

test("a syntax error in a file with such numbers is located by line and column", async () => {
  const file = written("slip.json", '{"data": [12345678901234567890,\n  12345678901234567891,\n  {oops}]}');
  expect(await refusal(createAzureReader(), [file])).toContain("is not JSON: line 3, column 4 is invalid");
});
