import type { SnapshotRoute } from "@network-access/service-contracts/device-snapshot";
import { type Note, type Reading, unknown, wrong } from "../text/not-understood.ts";
import { readNetwork } from "../text/parse-address.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import type { AsaInterface } from "./interfaces/read-interfaces.ts";
import { type Aliases, readHost, readSubnet } from "./objects/read-address.ts";
import type { Command } from "./text/commands.ts";
import { redactLine } from "./text/redact-text.ts";
import { readWords } from "./text/word-reader.ts";

const MOST_ROUTES = 100_000;
const LARGEST_METRIC = 255;

/**
 * Returns the name of the interface's routing table. Interfaces that are only for management have a table of their own.
 */
export function virtualRouterOf({ managementOnly }: AsaInterface): string {
  return managementOnly ? "management" : "default";
}

type RoutesReading =
  | {
      readonly ok: true;
      readonly routes: ReadonlyMap<string, readonly SnapshotRoute[]>;
      readonly notes: readonly Note[];
    }
  | Refusal;

/** Reads the static routes, and adds the directly connected networks of the interfaces. */
export function readRoutes(
  commands: readonly Command[],
  interfaces: readonly AsaInterface[],
  aliases: Aliases,
): RoutesReading {
  const notes: Note[] = [];
  const routes = new Map<string, SnapshotRoute[]>();
  const byName = new Map(interfaces.map((one) => [one.name, one]));
  const add = (router: string, route: SnapshotRoute) => {
    const known = routes.get(router) ?? [];
    routes.set(router, known);
    known.push(route);
  };
  for (const one of interfaces)
    for (const address of one.disabled ? [] : one.addresses) {
      const network = readNetwork(address.includes(":") ? 6 : 4, address);
      if (network.ok)
        add(virtualRouterOf(one), { destination: network.text, interface: one.name, metric: 0, type: "CONNECTED" });
    }
  let count = 0;
  for (const command of commands) {
    const isIpv6 = command.words[0]?.text === "ipv6" && command.words[1]?.text === "route";
    if (!isIpv6 && command.words[0]?.text !== "route") continue;
    if (++count > MOST_ROUTES) return refuseAt(command.line, `the configuration has more than ${MOST_ROUTES} routes`);
    const read = readRoute(command, isIpv6 ? 2 : 1, byName, aliases);
    if (read.ok) {
      add(read.value.router, read.value.route);
      if (!read.value.tracked) continue;
    } else if (read.wrong) return refuseAt(command.line, read.reason);
    const reason = read.ok ? "the route holds only while its target answers" : read.reason;
    notes.push({ line: command.line, column: 1, text: redactLine(command.text), reason });
  }
  return { ok: true, routes, notes };
}

interface StaticRoute {
  readonly router: string;
  readonly route: SnapshotRoute;
  readonly tracked: boolean;
}

function readRoute(
  command: Command,
  from: number,
  interfaces: ReadonlyMap<string, AsaInterface>,
  aliases: Aliases,
): Reading<StaticRoute> {
  const words = readWords(command, from);
  const name = words.next();
  const isNull = name.toLowerCase() === "null0";
  const leaving = interfaces.get(name);
  if (!isNull && !leaving) return wrong(`no interface has the name ${shown(name)}`);
  const destination = readSubnet(words, aliases);
  if (!destination.ok) return destination;
  const gateway = isNull ? undefined : readHost(words.next(), aliases);
  if (gateway && !gateway.ok) return gateway;
  const metric = /^\d+$/.test(words.peek()) ? Number(words.next()) : 1;
  if (metric > LARGEST_METRIC) return wrong(`${metric} is no metric`);
  if (words.take("tunneled")) return unknown("a route for the traffic of tunnels alone is left out");
  const tracked = words.take("track");
  if (tracked) words.next();
  if (words.peek() !== "") return unknown(`${shown(words.peek())} is not known in a route`);
  const route: SnapshotRoute = {
    ...{ destination: destination.value.text, metric, type: isNull ? "BLACKHOLE" : "STATIC" },
    ...(gateway && { gateway: gateway.value.text.split("/", 1)[0] ?? "", interface: name }),
  };
  return { ok: true, value: { router: leaving ? virtualRouterOf(leaving) : "default", route, tracked } };
}
