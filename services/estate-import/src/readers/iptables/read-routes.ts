import type { SnapshotRoute } from "@network-access/service-contracts/device-snapshot";
import type { NotUnderstood } from "../../reader.ts";
import { readNetwork } from "../text/parse-address.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import { createLocator, isObject, type JsonObject, objectsAt, textAt } from "./text/json-value.ts";

export interface RoutesReading {
  readonly ok: true;
  readonly routes: readonly { readonly virtualRouter: string; readonly route: SnapshotRoute }[];
  readonly notUnderstood: readonly Omit<NotUnderstood, "file">[];
}

const discarding = new Set(["blackhole", "unreachable", "prohibit", "throw"]);
const toMany = new Set(["broadcast", "multicast", "anycast"]);
/** The values of `protocol` that static routes have. All other values are routing protocols. */
const settled = new Set(["static", "boot", "dhcp", "kernel", "unspec", "none"]);
const LONGEST_NAME = 512;
const MOST_METRIC = 4_294_967_295;

/**
 * Reads the output of `ip -j route show table all`, with or without the options -6 and -d. Each route gets a virtual
 * router:
 * - "default" for routes of the tables main and local
 * - the name of the VRF for routes in the table of a VRF
 * - the table itself, as text, for all other routes
 */
export function readRoutes(
  json: string,
  list: readonly unknown[],
  vrfOfTable: ReadonlyMap<string, string>,
): RoutesReading | Refusal {
  const locate = createLocator(json);
  const routes: { readonly virtualRouter: string; readonly route: SnapshotRoute }[] = [];
  const notUnderstood: Omit<NotUnderstood, "file">[] = [];
  const objects = list.filter(isObject);
  const usual = usualFamily(objects);

  for (const one of objects) {
    const dst = textAt(one, "dst") ?? "";
    const place = locate(dst);
    const type = textAt(one, "type") ?? "unicast";
    if (toMany.has(type)) continue;
    const family = familyOfRoute(one) ?? usual;
    const read = readNetwork(family, dst === "default" ? (family === 4 ? "0.0.0.0/0" : "::/0") : dst);
    if (!read.ok && read.wrong) return refuseAt(place.line, `a route has a destination that is none: ${shown(dst)}`);
    const reason = read.ok ? reasonAgainst(one, type) : read.reason;
    if (!read.ok || reason !== undefined) {
      notUnderstood.push({ ...place, text: JSON.stringify(one).slice(0, 1_000).toWellFormed(), reason: reason ?? "" });
      continue;
    }
    const virtualRouter = routerOf(one, vrfOfTable);
    if (virtualRouter.length > LONGEST_NAME)
      return refuseAt(place.line, `${shown(virtualRouter)} is no name of a table`);
    const metric = typeof one.metric === "number" && Number.isInteger(one.metric) ? one.metric : 0;
    if (metric < 0 || metric > MOST_METRIC) return refuseAt(place.line, `${metric} is no metric`);
    for (const route of routesOf(one, type, { destination: read.text, metric })) {
      const gateway = route.gateway === undefined ? undefined : readGateway(route.gateway);
      if (gateway?.ok === false)
        return refuseAt(place.line, `a route has a gateway that is none: ${shown(route.gateway ?? "")}`);
      routes.push({ virtualRouter, route: gateway ? { ...route, gateway: gateway.text } : route });
    }
  }
  return { ok: true, routes, notUnderstood };
}

function routerOf(one: JsonObject, vrfOfTable: ReadonlyMap<string, string>): string {
  const table = typeof one.table === "number" ? String(one.table) : (textAt(one, "table") ?? "main");
  if (table === "main" || table === "local" || table === "254" || table === "255") return "default";
  return vrfOfTable.get(table) ?? table;
}

/**
 * Returns a single BLACKHOLE route if `type` discards packets. Otherwise returns one route for each next hop that `ip`
 * does not mark as dead.
 */
function routesOf(
  one: JsonObject,
  type: string,
  common: Pick<SnapshotRoute, "destination" | "metric">,
): readonly SnapshotRoute[] {
  if (discarding.has(type)) return [{ ...common, type: "BLACKHOLE" }];
  const several = objectsAt(one, "nexthops");
  const hops = (several.length > 0 ? several : [one]).filter(isAlive);
  return hops.map((hop) => {
    const gateway = gatewayOf(hop);
    const through = textAt(hop, "dev");
    return {
      ...common,
      ...(gateway !== undefined && { gateway }),
      ...(through !== undefined && { interface: through }),
      type: type === "local" ? "LOCAL" : gateway === undefined ? "CONNECTED" : typeOfProtocol(textAt(one, "protocol")),
    };
  });
}

/** Returns the type of a route with the given protocol. If the output contains no protocol, the protocol is boot. */
function typeOfProtocol(protocol = "boot"): "STATIC" | "DYNAMIC" {
  return settled.has(protocol) ? "STATIC" : "DYNAMIC";
}

function isAlive({ flags }: JsonObject): boolean {
  return !Array.isArray(flags) || !flags.includes("dead");
}

/** Returns the gateway of a hop. If the gateway and the route have different families, `via` contains the gateway. */
function gatewayOf(hop: JsonObject): string | undefined {
  return textAt(hop, "gateway") ?? (isObject(hop.via) ? textAt(hop.via, "host") : undefined);
}

function readGateway(text: string) {
  const read = text.includes("/") ? undefined : readNetwork(text.includes(":") ? 6 : 4, text);
  return read?.ok ? { ok: true as const, text: text.toLowerCase() } : { ok: false as const };
}

function reasonAgainst(one: JsonObject, type: string): string | undefined {
  if (type !== "unicast" && type !== "local" && !discarding.has(type))
    return `the type of route ${shown(type)} is not understood`;
  for (const name of ["from", "tos", "encap"])
    if (Object.hasOwn(one, name)) return `a route that depends on ${shown(name)} is not understood`;
  if (
    type === "unicast" &&
    objectsAt(one, "nexthops").length === 0 &&
    !textAt(one, "dev") &&
    gatewayOf(one) === undefined
  )
    return "the route names neither gateway nor interface";
  return undefined;
}

/** Returns the address family of a route, or undefined if no member shows it. */
function familyOfRoute(one: JsonObject): 4 | 6 | undefined {
  const dst = textAt(one, "dst") ?? "";
  if (dst !== "default") return dst.includes(":") ? 6 : 4;
  // Only routes of IPv6 have a preference.
  if (Object.hasOwn(one, "pref")) return 6;
  const shows = [one, ...objectsAt(one, "nexthops")].flatMap((hop) => [
    textAt(hop, "gateway"),
    textAt(hop, "prefsrc"),
    // Only an IPv4 route through an IPv6 gateway has `via`. The text "0.0.0.0" therefore stands for the family IPv4.
    isObject(hop.via) ? "0.0.0.0" : undefined,
  ]);
  const address = shows.find((text) => text !== undefined);
  return address === undefined ? undefined : address.includes(":") ? 6 : 4;
}

/**
 * Returns the family for default routes in which no member shows the family. It is IPv6 if the file has other routes of
 * IPv6 and none of IPv4. Otherwise it is IPv4.
 */
function usualFamily(objects: readonly JsonObject[]): 4 | 6 {
  const families = new Set(objects.map(familyOfRoute).filter((family) => family !== undefined));
  return families.has(6) && !families.has(4) ? 6 : 4;
}
