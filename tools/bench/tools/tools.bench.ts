import type { BenchRow } from "@network-access/testkit/bench-row";
import type { BenchSettings } from "../bench-settings.ts";
import { DEVICES_PATH, estateRows, MANAGER_BASE, steadyRow, toolCall } from "./estate-rows.ts";
import { type FloorServers, withFloorServers } from "./floor-servers.ts";
import { bareMessage, modernMessage, send } from "./prepared-call.ts";
import { processorTimes } from "./processor-times.ts";
import { steadyTimes } from "./steady-load.ts";
import { type ToolStack, withToolStack } from "./tool-stack.ts";

/** The maximum processor time that a message may take in addition to the baseline (the floor), in milliseconds. */
const ADDED_MS = 0.15;
const LIST_BYTES = 36_000;
const REFERENCE = { name: "get_siql_reference", arguments: { sections: ["overview"] } };

/**
 * Measures the tool server in three ways:
 * - the processor time of a message, compared with three servers: Node's HTTP server, a server of the runtime with
 *   almost empty routes, and the protocol package, used as its documentation shows
 * - response times under a steady load, compared with Node's HTTP server
 * - calls of tools on estates of generated devices, compared with the manager's own responses
 */
export async function toolsBench(settings: BenchSettings): Promise<BenchRow[]> {
  return withToolStack(settings, async (stack) => {
    const list = await send(bareMessage(stack.mcpUrl, stack.credentials, "tools/list", {}));
    const call = await send(toolCall(stack, REFERENCE.name, REFERENCE.arguments));
    const floors = {
      ...{ result: (JSON.parse(call) as { result: object }).result, list },
      ...{ managerUrl: stack.managerUrl, managerPath: MANAGER_BASE + DEVICES_PATH },
      managerToken: stack.session.authorization ?? "",
    };
    const rows = await withFloorServers(floors, async (servers) => [
      ...(await callRows(stack, servers, Buffer.byteLength(call))),
      ...(await listRows(stack, servers, list)),
      ...(await askingRows(stack, servers)),
      steadyRow(
        "get_siql_reference, p99 at 45/s",
        await steadyTimes(...referenceCalls(stack, servers), settings.seconds),
        "floor: the echo server",
      ),
    ]);
    for (const rules of settings.rules) rows.push(...(await estateRows(stack, rules, settings.seconds)));
    return rows;
  });
}

async function callRows(stack: ToolStack, servers: FloorServers, bytes: number): Promise<BenchRow[]> {
  console.log("  measuring the processor time of tools/call");
  const { mcpUrl, credentials } = stack;
  const to = (url: string) => bareMessage(url, {}, "tools/call", REFERENCE);
  const times = await processorTimes({
    echo: to(`${servers.raw}/echo`),
    result: to(`${servers.raw}/result`),
    empty: to(`${servers.runtime}/empty`),
    package: modernMessage(`${servers.package}/mcp`, {}, "tools/call", REFERENCE),
    bare: bareMessage(mcpUrl, credentials, "tools/call", REFERENCE),
    modern: modernMessage(mcpUrl, credentials, "tools/call", REFERENCE),
  });
  const bar = { floorMs: times.echo, aim: null, barMs: times.echo + ADDED_MS };
  const none = { floorMs: times.echo, aim: null };
  return [
    {
      name: "processor: get_siql_reference",
      ...{ oursMs: times.bare, ...bar },
      note: `an answer of ${bytes.toLocaleString("en")} bytes; ${(times.bare / times.result).toFixed(2)}x of a server of Node that sends the same bytes; floor: a server of Node that echoes the parameters`,
    },
    { name: "processor: get_siql_reference, 2026-07-28", oursMs: times.modern, ...bar },
    {
      name: "processor: the same answer by a server of Node",
      ...{ oursMs: times.result, ...none },
      note: "how much of it are the bytes",
    },
    {
      name: "processor: an empty route of the runtime",
      ...{ oursMs: times.empty, ...none },
      note: "how much of it are the log line, metrics and request id of every service",
    },
    { name: "processor: get_siql_reference by the package", oursMs: times.package, ...none },
  ];
}

async function listRows(stack: ToolStack, servers: FloorServers, list: string): Promise<BenchRow[]> {
  console.log("  measuring the processor time of tools/list");
  const { mcpUrl, credentials } = stack;
  const times = await processorTimes({
    raw: bareMessage(`${servers.raw}/list`, {}, "tools/list", {}),
    package: modernMessage(`${servers.package}/mcp`, {}, "tools/list", {}),
    bare: bareMessage(mcpUrl, credentials, "tools/list", {}),
    modern: modernMessage(mcpUrl, credentials, "tools/list", {}),
  });
  const bytes = Buffer.byteLength(list);
  const { tools } = (JSON.parse(list) as { result: { tools: readonly object[] } }).result;
  const size = `${tools.length} tools, ${bytes.toLocaleString("en")} bytes, ${bytes <= LIST_BYTES ? "within" : "ABOVE"} ${LIST_BYTES.toLocaleString("en")}`;
  const bar = { floorMs: times.raw, aim: null, barMs: times.raw + ADDED_MS };
  return [
    {
      name: "processor: tools/list",
      ...{ oursMs: times.bare, ...bar },
      note: `${size}; floor: a server of Node that sends the same bytes`,
    },
    { name: "processor: tools/list, 2026-07-28", oursMs: times.modern, ...bar },
    { name: "processor: tools/list by the package", floorMs: times.raw, oursMs: times.package, aim: null },
  ];
}

/** Measures a call for which the tool server asks the manager for the devices, while there are no devices yet. */
async function askingRows(stack: ToolStack, servers: FloorServers): Promise<BenchRow[]> {
  console.log("  measuring the processor time of a call that asks the manager");
  const times = await processorTimes({
    asking: bareMessage(`${servers.runtime}/asking`, {}, "tools/call", { name: "list_all_devices", arguments: {} }),
    ours: toolCall(stack, "list_all_devices", {}),
  });
  return [
    {
      name: "processor: list_all_devices",
      ...{ floorMs: times.asking, oursMs: times.ours, aim: null },
      note: "no devices yet; floor: an empty route of the runtime that sends the same request to the manager",
    },
  ];
}

function referenceCalls(stack: ToolStack, servers: FloorServers) {
  const ours = toolCall(stack, REFERENCE.name, REFERENCE.arguments);
  return [ours, bareMessage(`${servers.raw}/echo`, {}, "tools/call", REFERENCE)] as const;
}
