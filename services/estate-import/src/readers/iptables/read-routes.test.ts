import { expect, test } from "@jest/globals";
import { readRoutes } from "./read-routes.ts";

function read(...list: readonly object[]) {
  const read = readRoutes(JSON.stringify(list), list, new Map([["10", "blue"]]));
  if (!read.ok) throw new Error(read.problem);
  return read;
}
const routesOf = (...list: readonly object[]) => read(...list).routes.map(({ route }) => route);
const via = { gateway: "10.0.0.1", dev: "eth0", flags: [] };

test.each([
  [
    "without a gateway is connected",
    { dst: "10.0.0.0/24", dev: "eth0", protocol: "kernel", scope: "link" },
    { destination: "10.0.0.0/24", interface: "eth0", metric: 0, type: "CONNECTED" },
  ],
  [
    "of IPv6 without a gateway is connected",
    { dst: "fd00::/64", dev: "eth0", protocol: "kernel", metric: 256, pref: "medium" },
    { destination: "fd00::/64", interface: "eth0", metric: 256, type: "CONNECTED" },
  ],
  [
    "to one address",
    { dst: "10.0.0.9", ...via, protocol: "static" },
    { destination: "10.0.0.9/32", gateway: "10.0.0.1", interface: "eth0", metric: 0, type: "STATIC" },
  ],
  [
    "that names no protocol is static",
    { dst: "default", ...via, metric: 5 },
    { destination: "0.0.0.0/0", gateway: "10.0.0.1", interface: "eth0", metric: 5, type: "STATIC" },
  ],
  [
    "of dhcp is static",
    { dst: "default", ...via, protocol: "dhcp" },
    { destination: "0.0.0.0/0", gateway: "10.0.0.1", interface: "eth0", metric: 0, type: "STATIC" },
  ],
  [
    "of a routing protocol is dynamic",
    { dst: "10.9.0.0/16", ...via, protocol: "bird" },
    { destination: "10.9.0.0/16", gateway: "10.0.0.1", interface: "eth0", metric: 0, type: "DYNAMIC" },
  ],
  [
    "of a router advertisement is dynamic",
    { dst: "default", gateway: "fe80::1", dev: "eth0", protocol: "ra", metric: 1_024, pref: "medium" },
    { destination: "::/0", gateway: "fe80::1", interface: "eth0", metric: 1_024, type: "DYNAMIC" },
  ],
  [
    "of IPv4 through an IPv6 gateway",
    { dst: "default", via: { family: "inet6", host: "fe80::5" }, dev: "eth0" },
    { destination: "0.0.0.0/0", gateway: "fe80::5", interface: "eth0", metric: 0, type: "STATIC" },
  ],
  [
    "that discards",
    { type: "blackhole", dst: "10.66.0.0/16", flags: [] },
    { destination: "10.66.0.0/16", metric: 0, type: "BLACKHOLE" },
  ],
  [
    "that is unreachable",
    { type: "unreachable", dst: "fd66::/64", dev: "lo", metric: 1_024 },
    { destination: "fd66::/64", metric: 1_024, type: "BLACKHOLE" },
  ],
  [
    "to the device itself",
    { type: "local", dst: "10.0.0.1", dev: "eth0", table: "local", protocol: "kernel", scope: "host" },
    { destination: "10.0.0.1/32", interface: "eth0", metric: 0, type: "LOCAL" },
  ],
])("a route %s", (_, given, expected) => {
  expect(read(given)).toEqual({ ok: true, routes: [{ virtualRouter: "default", route: expected }], notUnderstood: [] });
});

test("each next hop that is alive is a route", () => {
  const hops = [
    { gateway: "10.0.0.1", dev: "eth0" },
    { gateway: "10.0.1.1", dev: "eth1", flags: ["dead", "linkdown"] },
    { dev: "wg0" },
  ];
  const common = { destination: "10.9.0.0/16", metric: 0 };
  expect(routesOf({ dst: "10.9.0.0/16", nexthops: hops, protocol: "zebra" })).toEqual([
    { ...common, gateway: "10.0.0.1", interface: "eth0", type: "DYNAMIC" },
    { ...common, interface: "wg0", type: "CONNECTED" },
  ]);
});

test("broadcast, multicast and anycast routes are left out", () => {
  const types = ["broadcast", "multicast", "anycast"];
  expect(read(...types.map((type) => ({ type, dst: "10.0.0.255", dev: "eth0", table: "local" })))).toMatchObject({
    ...{ routes: [], notUnderstood: [] },
  });
});

test("the tables main and local are the virtual router default; the table of a VRF has its name", () => {
  const tables = [undefined, "main", 254, "local", "100", 10, "10"];
  const routers = read(...tables.map((table) => ({ dst: "10.0.0.0/8", ...via, ...(table && { table }) }))).routes;
  expect(routers.map(({ virtualRouter }) => virtualRouter)).toEqual([
    ...["default", "default", "default", "default", "100", "blue", "blue"],
  ]);
});

test("a default route that shows no family has that of the others", () => {
  const bare = { dst: "default", dev: "ppp0", scope: "link" };
  const destinations = (...others: readonly object[]) => routesOf(...others, bare).at(-1)?.destination;
  expect(destinations()).toBe("0.0.0.0/0");
  expect(destinations({ dst: "fd00::/64", dev: "eth0" })).toBe("::/0");
  expect(destinations({ dst: "fd00::/64", dev: "eth0" }, { dst: "10.0.0.0/8", dev: "eth0" })).toBe("0.0.0.0/0");
  expect(routesOf({ dst: "default", dev: "ppp0", pref: "medium" })[0]?.destination).toBe("::/0");
  expect(routesOf({ dst: "default", nexthops: [{ gateway: "fe80::1", dev: "eth0" }] })[0]?.destination).toBe("::/0");
});

test.each([
  ["of another type", { type: "nat", dst: "10.0.0.0/8" }],
  ["from some sources alone", { dst: "fd00::/64", from: "fd01::/64", dev: "eth0" }],
  ["for some types of service alone", { dst: "10.0.0.0/8", tos: "0x10", dev: "eth0" }],
  ["that encapsulates", { dst: "10.0.0.0/8", encap: "ip", dev: "eth0" }],
  ["to nowhere", { dst: "10.0.0.0/8", nhid: 12 }],
  ["to IPv4 written as IPv6", { type: "unreachable", dst: "::ffff:0.0.0.0/96", dev: "lo" }],
])("a route %s is named and left out", (_, route) => {
  const { routes, notUnderstood } = read({ dst: "10.0.0.0/24", dev: "eth0" }, route);
  expect(routes).toHaveLength(1);
  expect(notUnderstood).toMatchObject([{ line: 1, text: JSON.stringify(route) }]);
  expect(notUnderstood[0]?.reason).not.toBe("");
});

test.each([
  [
    "a destination that is none",
    { dst: "10.0.0/8", dev: "eth0" },
    'a route has a destination that is none: "10.0.0/8"',
  ],
  [
    "a gateway that is none",
    { dst: "10.0.0.0/8", gateway: "10.0.0", dev: "eth0" },
    'a route has a gateway that is none: "10.0.0"',
  ],
  ["a metric that is none", { dst: "10.0.0.0/8", dev: "eth0", metric: -1 }, "-1 is no metric"],
])("%s is refused", (_, route, problem) => {
  expect(readRoutes(`\n${JSON.stringify([route])}`, [route], new Map())).toEqual({ ok: false, line: 2, problem });
});
