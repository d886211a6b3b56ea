import { expect, test } from "@jest/globals";
import { readInterfaces } from "./read-interfaces.ts";

function read(...links: readonly object[]) {
  const read = readInterfaces(JSON.stringify(links), links);
  if (!read.ok) throw new Error(read.problem);
  return read;
}
const info = (family: string, local: string, prefixlen: number) => ({ family, local, prefixlen, scope: "global" });

test("an interface has its addresses of both families, link-local ones included", () => {
  const link = {
    ...{ ifindex: 2, ifname: "eth0", flags: ["BROADCAST", "UP", "LOWER_UP"], operstate: "UP" },
    addr_info: [info("inet", "10.0.0.1", 24), info("inet", "10.0.0.2", 24), info("inet6", "fe80::1", 64), {}],
  };
  expect(read(link, {}).interfaces).toEqual([
    { name: "eth0", displayName: "eth0", addresses: ["10.0.0.1/24", "10.0.0.2/24", "fe80::1/64"] },
  ]);
});

test("the device's own addresses include the loopback ones", () => {
  const lo = { ifname: "lo", addr_info: [info("inet", "127.0.0.1", 8), info("inet6", "::1", 128)] };
  const ppp = { ifname: "ppp0", addr_info: [{ ...info("inet", "10.9.0.1", 32), address: "10.9.0.2" }] };
  expect(read(lo, ppp).own).toEqual({ 4: ["127.0.0.0/8", "127.0.0.1/32", "10.9.0.1/32"], 6: ["::1/128"] });
});

test("an interface that is not up is disabled", () => {
  const links = [
    { ifname: "eth0", flags: ["BROADCAST"], operstate: "DOWN", addr_info: [] },
    { ifname: "eth1", flags: ["NO-CARRIER", "UP"], operstate: "DOWN", addr_info: [] },
  ];
  expect(read(...links).interfaces).toEqual([
    { name: "eth0", displayName: "eth0", disabled: true },
    { name: "eth1", displayName: "eth1" },
  ]);
});

test("an interface belongs to the VRF that is its master, not to a bridge", () => {
  const links = [
    { ifname: "blue", linkinfo: { info_kind: "vrf", info_data: { table: 10 } }, addr_info: [] },
    { ifname: "br0", linkinfo: { info_kind: "bridge" }, addr_info: [] },
    { ifname: "eth0", master: "blue", linkinfo: { info_slave_kind: "vrf" }, addr_info: [] },
    { ifname: "eth1", master: "br0", addr_info: [] },
  ];
  const { interfaces, vrfOfTable } = read(...links);
  expect(interfaces.map(({ name, virtualRouter }) => [name, virtualRouter])).toEqual([
    ["blue", "blue"],
    ["br0", undefined],
    ["eth0", "blue"],
    ["eth1", undefined],
  ]);
  expect(vrfOfTable).toEqual(new Map([["10", "blue"]]));
});

test("without -d, an interface with a master is named, because the master may be a VRF", () => {
  const links = [
    { ifname: "br0", addr_info: [] },
    { ifname: "eth0", master: "br0", linkinfo: { info_slave_kind: "bridge" }, addr_info: [] },
  ];
  expect(read(...links).notes).toMatchObject([
    {
      ...{ line: 1, text: "eth0 master br0" },
      reason: 'the file does not say whether "br0" is a VRF; give `ip -j -d addr`',
    },
  ]);
  expect(read({ ...links[0], linkinfo: { info_kind: "bridge" } }, { ...links[1] }).notes).toEqual([]);
});

test.each([
  [
    "an address that is none",
    [{ ifname: "eth0", addr_info: [info("inet", "10.0.0", 24)] }],
    'the interface "eth0" has an address that is none: "10.0.0/24"',
  ],
  [
    "a prefix that is none",
    [{ ifname: "eth0", addr_info: [info("inet", "10.0.0.1", 33)] }],
    'the interface "eth0" has an address that is none: "10.0.0.1/33"',
  ],
  [
    "an interface that stands twice",
    [{ ifname: "eth0" }, { ifname: "eth0" }],
    'the interface "eth0" stands here twice',
  ],
])("%s is refused with its line", (_, links, problem) => {
  const json = JSON.stringify(links, undefined, 1);
  const line = json.slice(0, json.lastIndexOf('"eth0"')).split("\n").length;
  expect(readInterfaces(json, links)).toEqual({ ok: false, line, problem });
});
