import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readEstateDemonstration } from "@network-access/local-stack/estate-demonstration";
import {
  loadEstateDemonstration,
  type ManagerCredentials,
} from "@network-access/local-stack/load-estate-demonstration";
import { showProgress } from "@network-access/local-stack/progress";
import { ANSWERED_QUERIES, WRONG_QUERIES } from "@network-access/testkit/estate-queries";
import { type ManagerClient, managerClient } from "./clients/manager.ts";
import { untilSearchable } from "./estate/searchable-estate.ts";
import { type FoundInterface, type FoundRoute, strayGateways, walkRoutes } from "./estate/walk-routes.ts";
import { startTestStack, type TestStack } from "./stack.ts";

const estate = readEstateDemonstration();
const folder = mkdtempSync(path.join(tmpdir(), "estate-demonstration-"));
const stateFile = path.join(folder, "state.json");
const printed: string[] = [];
const now = Date.now();
let stack: TestStack;
let token: string;
let client: ManagerClient;
let manager: ManagerCredentials;

const load = (
  progress = showProgress({ write: (text) => printed.push(text) }),
  signal = new AbortController().signal,
) =>
  loadEstateDemonstration({
    ...{ managerUrl: stack.managerUrl, token, stateFile, progress, signal },
    now,
  });

/** Loads until `count` configurations are imported, and then stops. */
async function loadSome(count: number): Promise<void> {
  const stopping = new AbortController();
  const progress = showProgress({ write: () => undefined });
  const begin: typeof progress.begin = (title, measure) => {
    const timer = setInterval(() => Number.parseInt(measure?.() ?? "", 10) >= count && stopping.abort(), 20);
    stopping.signal.addEventListener("abort", () => clearInterval(timer));
    return progress.begin(title, measure);
  };
  await expect(load({ ...progress, begin }, stopping.signal)).rejects.toThrow(/abort|Interrupted/);
}

beforeAll(async () => {
  stack = await startTestStack({ only: "estate" });
  token = await stack.token();
  client = managerClient(stack.managerUrl, token);
  await loadSome(4);
  ({ manager } = await load());
  await untilSearchable(client, now);
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true });
});

interface Found<Row> {
  readonly total: number;
  readonly results: readonly Row[];
}

async function rowsOf<Row>(endpoint: string, q: string): Promise<readonly Row[]> {
  const { status, body } = await client.read<Found<Row>>(`/siql/${endpoint}/paged-search`, { q, pageSize: "1000" });
  expect([status, body]).toEqual([200, expect.objectContaining({ count: body.total })]);
  return body.results;
}

/**
 * For each kind of placeholder, a function that returns the query for a record by its name. The placeholder
 * `<device edge-1>` has the kind `device` and the name `edge-1`. It is replaced by the id of the record that the query
 * finds.
 */
const NAMING: Readonly<Record<string, (name: string) => readonly [endpoint: string, query: string]>> = {
  device: (name) => ["device", `device{name = '${name}'}`],
  group: (name) => ["devicegroup", `devicegroup{name = '${name}'}`],
  policy: (name) => ["policy", `policy{name = '${name}'}`],
  rule: (name) => ["secrule", `rule{name = '${name}'}`],
};

/** Replaces the placeholders in a query, such as `<device edge-1>`, by ids. */
async function withIds(query: string): Promise<string> {
  let filled = query;
  for (const [placeholder, kind = "", name = ""] of query.matchAll(/<(\w+) ([^>]+)>/g)) {
    const [endpoint, q] = NAMING[kind]?.(name) ?? ["", ""];
    const [record] = await rowsOf<{ readonly id?: number; readonly matchId?: string }>(endpoint, q);
    filled = filled.replaceAll(placeholder, String(record?.id ?? record?.matchId));
  }
  return filled;
}

test.each(ANSWERED_QUERIES)("$endpoint answers $query (found: $hit)", async ({ endpoint, query, hit }) => {
  const q = await withIds(query);
  if (endpoint === "secrule/stream") {
    const { status, body } = await client.read<readonly unknown[]>("/siql/secrule/stream", { q });
    const paged = await rowsOf("secrule", q);
    expect([status, body.length]).toEqual([200, paged.length]);
    expect(body.length > 0).toBe(hit);
    return;
  }
  const { status, body } = await client.read<Found<unknown>>(`/siql/${endpoint}/paged-search`, { q });
  expect([status, body.total > 0]).toEqual([200, hit]);
});

test.each(WRONG_QUERIES)("%s is refused with the place of the mistake", async (q, position, message) => {
  const { status, body } = await client.read("/siql/secrule/paged-search", { q });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ position, message: expect.stringContaining(message) }),
  ]);
});

test("every configuration of each device is a revision, and only the lines meant to be shown are not understood", async () => {
  const notUnderstood: Record<string, number> = {};
  for (const { name, revisions } of estate.devices) {
    const { body: device } = await client.read<{ id: number }>(`/domain/1/device/name/${name}`);
    const { body } = await client.read<Found<{ notUnderstood: number }>>(`/domain/1/device/${device.id}/rev`);
    expect([name, body.total]).toEqual([name, revisions.length]);
    if (body.results[0]) notUnderstood[name] = body.results[0].notUnderstood;
  }
  expect(notUnderstood).toEqual({
    ...{ "edge-1": 3, "wan-hub": 0, "dmz-fw": 1, "hq-core": 0, "dc-fw": 2, "db-fw": 1 },
    ...{ "office-fw": 2, "branch-north": 0, "branch-south": 1, "depot-north": 1, "lab-gw": 1 },
  });
});

test("routes fit together: a packet of the depot passes six firewalls to its database", async () => {
  const interfaces = await rowsOf<FoundInterface>("interface", "domain{id = 1}");
  const routes = await rowsOf<FoundRoute>("route", "domain{id = 1}");
  const providers = ["198.51.100.17", "198.51.100.9", "2001:db8:ff::1", "203.0.113.1"];
  expect(strayGateways(interfaces, routes)).toEqual(providers);
  const passed = walkRoutes(interfaces, routes, "depot-north", "10.1.3.20");
  expect(passed).toEqual(["depot-north", "branch-north", "wan-hub", "hq-core", "dc-fw", "db-fw"]);
  expect(walkRoutes(interfaces, routes, "branch-south", "172.16.10.10")).toEqual([
    ...["branch-south", "wan-hub", "edge-1", "dmz-fw"],
  ]);
});

test("documented values are found and answered, empty ones apart from missing ones", async () => {
  const rules = async (condition: string) =>
    rowsOf<{ readonly displayName: string; readonly props: object }>(
      "secrule",
      `device{name = 'edge-1'} and rule{${condition}} | fields(props)`,
    );
  const [portal] = await rules("name = 'Partner portal'");
  expect(portal?.props).toMatchObject({ owner: "Purchasing", APMID: "APM-0021", reviews_a_year: 4 });
  const named = async (condition: string) => (await rules(condition)).map(({ displayName }) => displayName);
  expect(await named("p.approver is empty")).toEqual(["temp: supplier installs the label printers"]);
  expect(await named("p.change_control_number is empty")).toEqual(["Old mail server"]);
  expect(await named("p.expirationDate < date('today')")).toEqual(["Old mail server"]);
});

test("usage is answered by rule and object; some rules were never used, others not for weeks", async () => {
  const rules = async (condition: string) =>
    rowsOf<{ readonly displayName: string; readonly hitCount: number; readonly destinations: readonly object[] }>(
      "secrule",
      `device{name = 'dc-fw'} and rule{${condition}} | fields(usage(date('last 14 days')), objUsage())`,
    );
  const [portal] = await rules("comment = 'Portal, orders and reports'");
  expect(portal?.hitCount).toBeGreaterThan(14 * 5_000);
  expect(portal?.destinations).toEqual([expect.objectContaining({ hitcount: expect.any(Number) })]);
  const [returns] = await rules("comment = 'Tax returns' and usage(date('last 20 days')) = 0 and lastUsed is not null");
  expect(returns?.hitCount).toBe(0);
  const never = (await rules("lastUsed is null and disabled = false")).map(({ displayName }) => displayName);
  expect(never).toContain("outside_in 22");
  expect(never.length).toBeLessThan((await rules("lastUsed is not null")).length);
});

test("of the four users, one sees all devices, one those of two groups, and two none", async () => {
  const seenBy = async (username: string) => {
    const basic = Buffer.from(`${username}:${manager.password}`).toString("base64");
    const { status, body } = await managerClient(stack.managerUrl, `Basic ${basic}`).read<{
      results?: { name: string }[];
    }>("/siql/device/paged-search", { q: "device{true}", pageSize: "20" });
    return [status, ...(body.results ?? []).map(({ name }) => name)];
  };
  expect(manager.username).toBe("rowan.marsh");
  expect(await seenBy("rowan.marsh")).toEqual([200, ...estate.devices.map(({ name }) => name)]);
  expect(await seenBy("nora.field")).toEqual([
    ...[200, "office-fw", "branch-north", "branch-south", "depot-north", "lab-gw"],
  ]);
  expect(await seenBy("theo.lane")).toEqual([403]);
  expect(await seenBy("iris.vale")).toEqual([403]);
});

test("loading it again finds it loaded; without its state file nothing is changed either", async () => {
  printed.length = 0;
  expect((await load()).manager).toEqual(manager);
  expect(printed.join("")).toContain("already loaded");
  const revisions = () => rowsOf<{ readonly name: string; readonly revid: number }>("device", "device{id > 0}");
  const before = await revisions();
  rmSync(stateFile);
  const other = (await load()).manager;
  expect([other.username, other.password === manager.password]).toEqual([manager.username, false]);
  const after = await revisions();
  expect(after.map(({ name, revid }) => [name, revid])).toEqual(before.map(({ name, revid }) => [name, revid]));
});
