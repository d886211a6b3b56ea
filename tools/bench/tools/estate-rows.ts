import type { BenchRow } from "@network-access/testkit/bench-row";
import { generatedDevice } from "../estate/generated-device.ts";
import { loadEstate, removeEstate } from "../estate/load-estate.ts";
import { percentile } from "../load/saving.ts";
import { bareMessage, type PreparedCall, send } from "./prepared-call.ts";
import { steadyTimes } from "./steady-load.ts";
import type { ToolStack } from "./tool-stack.ts";

const WARM_ROUNDS = 5;
const ROUNDS = 20;
const COUNT_MS = 60;
/**
 * Under a steady load, the p99 of a tool call may be at most this many milliseconds longer than the p99 of the baseline
 * (the floor). The baseline is a direct request to the manager or to the echo server.
 */
const ADDED_MS = 5;
const LISTED_MS = 1_000;
const LONG_LIST_MS = 500;
const LONG_DEVICE = { rules: 5_000, objects: 3_000, routes: 100, textBytes: 10_000 };
export const MANAGER_BASE = "/securitymanager/api";
/** The request that the tool server sends to the manager for `list_all_devices`. */
export const DEVICES_PATH = "/domain/1/devicegroup/1/device?pageSize=1000";

/**
 * Arguments of calls that count rules: by addresses (from one address to the whole Internet), by a port, by a name, or
 * on a device. Most calls count few rules.
 */
const COUNTS: readonly object[] = [
  {},
  { sourceIp: "10.3.7.9" },
  { destinationIp: "10.77.12.0/24" },
  { sourceIp: "10.3.7.20-10.3.9.77", portNumberOrServiceName: "https" },
  { destinationIp: "2001:db8:3::/48" },
  { sourceIp: "10.3.0.0/16", portNumberOrServiceName: 443 },
  { destinationIp: "10.0.0.0/8", actionType: "ALLOW", includeWildcardRules: false },
  { portNumberOrServiceName: "tcp/8000-9000", actionType: "DENY" },
  {
    ...{ sourceIp: "PUBLIC_INTERNET", destinationIp: "10.0.0.0/8", portNumberOrServiceName: 22 },
    ...{ actionType: "ALLOW", includeWildcardRules: false },
  },
];

/** Devices of smaller estates have no named services. */
const NAMED_SERVICES_FROM = 10_000;

/**
 * Measures calls of tools on an estate with this number of rules. The equivalent requests to the manager are measured
 * for comparison.
 */
export async function estateRows(stack: ToolStack, rules: number, seconds: number): Promise<BenchRow[]> {
  console.log(`  storing ${rules.toLocaleString("en")} rules`);
  const estate = await loadEstate(stack, rules);
  const [first] = estate.devices;
  const named = { deviceName: `${rules}-0`, destinationIp: "10.1.0.0/16" };
  const service = { portNumberOrServiceName: "service-1", deviceId: first?.id };
  const more = [{ deviceId: first?.id }, named, ...(rules < NAMED_SERVICES_FROM ? [] : [service])];
  const counts = await countRow(stack, rules, [...COUNTS, ...more]);
  console.log("  listing");
  const rows = [counts, await devicesRow(stack, rules, seconds), await groupsRow(stack, rules)];
  const long = await storeLongDevice(stack, rules);
  rows.push(await longListRow(stack, rules, long));
  await removeEstate(stack, estate);
  await stack.client.call("DELETE", `/domain/1/device/${long}`);
  return rows;
}

async function countRow(stack: ToolStack, rules: number, inputs: readonly object[]): Promise<BenchRow> {
  const calls = inputs.map((input) => toolCall(stack, "count_firewall_rules", input));
  const pairs: Pair[] = [];
  const sizes: number[] = [];
  for (const ours of calls) {
    const text = await send(ours);
    sizes.push(Buffer.byteLength(text));
    const { query } = (JSON.parse(text) as { result: { structuredContent: { query: string } } }).result
      .structuredContent;
    const parameters = new URLSearchParams({ q: query, countType: "SECURITYRULE" });
    pairs.push({ ours, floor: managerCall(stack, `/siql/count?${parameters}`) });
  }
  const { ours, floor } = await alternateTimes(pairs);
  const p99 = `p99 ${percentile(ours, 0.99).toFixed(0)} ms and ${percentile(floor, 0.99).toFixed(0)} ms`;
  return {
    name: `${named(rules)}: count_firewall_rules, p50`,
    ...{ floorMs: percentile(floor, 0.5), oursMs: percentile(ours, 0.5), aim: null, barMs: COUNT_MS },
    note: `${calls.length} different calls; ${p99}; answers of ${span(sizes)}; floor: the manager's count of the same query, once`,
  };
}

async function devicesRow(stack: ToolStack, rules: number, seconds: number): Promise<BenchRow> {
  const [ours, floor] = [toolCall(stack, "list_all_devices", {}), managerCall(stack, DEVICES_PATH)];
  const note = `200 devices, ${await sizeOf(ours)}; floor: the manager's own answer to the same request`;
  await alternateTimes([{ ours, floor }]);
  const times = await steadyTimes(ours, floor, seconds);
  return steadyRow(`${named(rules)}: list_all_devices, p99 at 45/s`, times, note);
}

async function groupsRow(stack: ToolStack, rules: number): Promise<BenchRow> {
  const ours = toolCall(stack, "list_all_device_groups", {});
  const floor = managerCall(stack, "/domain/1/devicegroup?pageSize=1000");
  const { ours: times, floor: floorTimes } = await alternateTimes([{ ours, floor }]);
  return {
    name: `${named(rules)}: list_all_device_groups, p50`,
    ...{ floorMs: percentile(floorTimes, 0.5), oursMs: percentile(times, 0.5), aim: null, barMs: LISTED_MS },
    note: `${await sizeOf(ours)}; floor: the manager's list of device groups`,
  };
}

async function longListRow(stack: ToolStack, rules: number, deviceId: number): Promise<BenchRow> {
  const ours = toolCall(stack, "list_all_security_rules_by_device", { deviceId });
  const query = new URLSearchParams({ q: `device{id = ${deviceId}}`, pageSize: "100" });
  const floor = managerCall(stack, `/siql/secrule/paged-search?${query}`);
  const { ours: times, floor: floorTimes } = await alternateTimes([{ ours, floor }]);
  return {
    name: `${named(rules)}: list_all_security_rules_by_device, p50`,
    ...{ floorMs: percentile(floorTimes, 0.5), oursMs: percentile(times, 0.5), aim: null, barMs: LONG_LIST_MS },
    note: `a device with 5,000 rules, ${await sizeOf(ours)}; floor: a page of 100 of its rules from the manager`,
  };
}

async function storeLongDevice({ client }: ToolStack, rules: number): Promise<number> {
  const created = await client.call("POST", "/domain/1/device", { name: `${rules}-long`, vendor: "generated" });
  const { id } = JSON.parse(created.text) as { id: number };
  const { revision } = await client.upload(id, generatedDevice(1_000, LONG_DEVICE));
  await client.untilSearchable(id, revision);
  return id;
}

/** Returns a row whose limit is the floor (the baseline) plus 5 ms. */
export function steadyRow(
  name: string,
  { ours, floor }: { readonly ours: readonly number[]; readonly floor: readonly number[] },
  note: string,
): BenchRow {
  const [oursMs, floorMs] = [percentile(ours, 0.99), percentile(floor, 0.99)];
  const p50 = `p50 ${percentile(ours, 0.5).toFixed(2)} ms and ${percentile(floor, 0.5).toFixed(2)} ms`;
  return { name, floorMs, oursMs, aim: null, barMs: floorMs + ADDED_MS, note: `${p50}; ${note}` };
}

interface Pair {
  readonly ours: PreparedCall;
  readonly floor: PreparedCall;
}

/**
 * Sends requests alternately to the tool server and the manager, one at a time. Returns their times in milliseconds.
 */
async function alternateTimes(pairs: readonly Pair[]): Promise<{ ours: number[]; floor: number[] }> {
  let times = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    if (round === WARM_ROUNDS) times = { ours: [], floor: [] };
    for (const { ours, floor } of pairs) {
      times.ours.push(await timeOf(ours));
      times.floor.push(await timeOf(floor));
    }
  }
  return times;
}

async function timeOf(call: PreparedCall): Promise<number> {
  const began = performance.now();
  await send(call);
  return performance.now() - began;
}

export function toolCall({ mcpUrl, credentials }: ToolStack, name: string, input: object): PreparedCall {
  return bareMessage(mcpUrl, credentials, "tools/call", { name, arguments: input });
}

function managerCall({ managerUrl, session }: ToolStack, path: string): PreparedCall {
  return { method: "GET", url: managerUrl + MANAGER_BASE + path, headers: session };
}

async function sizeOf(call: PreparedCall): Promise<string> {
  return `an answer of ${Buffer.byteLength(await send(call)).toLocaleString("en")} bytes`;
}

function span(sizes: readonly number[]): string {
  return `${Math.min(...sizes).toLocaleString("en")} to ${Math.max(...sizes).toLocaleString("en")} bytes`;
}

function named(rules: number): string {
  return `${rules.toLocaleString("en")} rules`;
}
