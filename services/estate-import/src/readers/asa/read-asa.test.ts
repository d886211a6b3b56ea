import { expect, test } from "@jest/globals";
import { processorTime } from "@network-access/testkit/processor-time";
import { readAsa } from "./read-asa.ts";
import { BASE, deviceOf, problemOf } from "./test/read-configuration.ts";

function refused(text: string): string {
  const read = readAsa([{ name: "fw", text }]);
  if (read.ok) throw new Error("the configuration was read");
  return read.problem;
}

test("interfaces keep their names, addresses and networks", () => {
  const { interfaces, routes } = deviceOf(
    "interface Management0/0",
    " management-only",
    " nameif mgmt",
    " security-level 100",
    " ip address 10.255.0.1 255.255.255.0",
    "interface GigabitEthernet0/5",
    " no nameif",
    " no ip address",
    "route outside 0.0.0.0 0.0.0.0 198.51.100.1 1",
    "route mgmt 10.254.0.0 255.255.0.0 10.255.0.254",
    "route Null0 192.0.2.0 255.255.255.0 250",
    "ipv6 route outside ::/0 2001:db8:9::1",
  );
  expect(interfaces.map(({ name, displayName, addresses }) => [name, displayName, addresses])).toEqual([
    ["outside", "GigabitEthernet0/0", ["198.51.100.2/24"]],
    ["inside", "GigabitEthernet0/1", ["10.0.0.1/24", "2001:db8:1::1/64", "10.0.0.2/24"]],
    ["mgmt", "Management0/0", ["10.255.0.1/24"]],
  ]);
  expect(Object.fromEntries(routes)).toMatchObject({
    default: [
      { destination: "198.51.100.0/24", interface: "outside", type: "CONNECTED" },
      { destination: "10.0.0.0/24", interface: "inside", type: "CONNECTED" },
      { destination: "2001:db8:1::/64", interface: "inside", type: "CONNECTED" },
      { destination: "0.0.0.0/0", gateway: "198.51.100.1", interface: "outside", metric: 1, type: "STATIC" },
      { destination: "192.0.2.0/24", metric: 250, type: "BLACKHOLE" },
      { destination: "::/0", gateway: "2001:db8:9::1", interface: "outside", type: "STATIC" },
    ],
    management: [{ type: "CONNECTED" }, { destination: "10.254.0.0/16", interface: "mgmt" }],
  });
});

test("entries lead to the interface's list, the global list, and what the device decides by itself", () => {
  const { entries, policies } = deviceOf(
    "interface GigabitEthernet0/2",
    " nameif dmz",
    " security-level 100",
    "access-list IN extended permit ip any any",
    "access-list OUT extended permit ip any any",
    "access-list ALL extended permit ip any any",
    "access-list BOX extended deny ip any any",
    "access-group IN in interface outside",
    "access-group OUT out interface inside",
    "access-group BOX in interface outside control-plane",
  );
  const shown = entries.map(
    ({ interface: name, direction, policies: met }) => `${direction} ${name}: ${met.join(", ")}`,
  );
  expect(shown).toEqual([
    "IN outside: security levels of outside, IN, default of lists",
    "INPUT outside: access to the device, BOX",
    "IN inside: security levels of inside, default of inside",
    "OUT inside: OUT, default of lists",
    "INPUT inside: access to the device",
    "IN dmz: security levels of dmz, default of dmz",
    "INPUT dmz: access to the device",
  ]);
  const rows = policies.find(({ name }) => name === "default of inside")?.rows;
  expect(rows).toMatchObject([
    {
      action: "ACCEPT",
      implicit: true,
      outInterface: [{ members: [{ name: "outside" }, { name: "inside" }, { name: "dmz" }] }],
    },
    { action: "DROP", implicit: true },
  ]);
});

test("a global list decides after each interface's own, and instead of the security levels", () => {
  const { entries } = deviceOf(
    "same-security-traffic permit intra-interface",
    "access-list ALL extended permit ip any any",
    "access-group ALL global",
  );
  expect(entries.filter(({ direction }) => direction === "IN").map(({ policies }) => policies)).toEqual([
    ["ALL", "default of lists"],
    ["ALL", "default of lists"],
  ]);
});

test("unknown lines are named once a command, and do not refuse the configuration", () => {
  const { notUnderstood } = deviceOf(
    "hostname fw1",
    "logging host inside 10.0.0.5",
    "router ospf 1",
    " network 10.0.0.0 255.0.0.0 area 0",
    "frobnicate one",
    "frobnicate two",
    "interface GigabitEthernet0/3",
    " nameif dmz",
    " ip address dhcp setroute",
    " zone-member z",
  );
  expect(
    notUnderstood.map(({ line, column, text, reason }) => [line - BASE.split("\n").length, column, text, reason]),
  ).toEqual([
    [3, 1, "router ospf 1", "routes that the device learns from others are not in its configuration"],
    [5, 1, "frobnicate one", "this command is not known"],
    [9, 2, "ip address dhcp setroute", "the address is given to the device by another one"],
    [10, 2, "zone-member z", "zone-member is not understood: it changes which way traffic takes"],
  ]);
});

test("commands that decide about traffic and are not read are named, and their neighbours are not", () => {
  const { notUnderstood } = deviceOf(
    "crypto ipsec ikev2 ipsec-proposal p",
    "crypto map vpn 10 set peer 192.0.2.2",
    "crypto map vpn interface outside",
    "crypto ikev2 enable outside",
    "webvpn",
    " anyconnect enable",
    " enable outside",
    "ip verify reverse-path interface outside",
    "ip local pool clients 10.9.0.1-10.9.0.9 mask 255.255.255.0",
    "ip audit interface outside attacks",
    "threat-detection basic-threat",
    "threat-detection scanning-threat shun duration 60",
    "aaa authentication ssh console LOCAL",
    "aaa authentication match guests inside directory",
    "access-list L extended permit ip any any",
    "access-group L in interface outside per-user-override",
  );
  const tunnels = "traffic through tunnels is not understood";
  expect(notUnderstood.map(({ line, reason }) => [line - BASE.split("\n").length, reason])).toEqual([
    [3, tunnels],
    [7, tunnels],
    [8, "the check of source addresses against the routes is not understood"],
    [10, "checks for attacks are not understood"],
    [12, "addresses that the device blocks by itself are not understood"],
    [14, "traffic that has to wait for a login is not understood"],
    [16, "lists that a server sends for single users are not in the configuration"],
  ]);
});

test("the checksum at the end of a configuration is no unknown command", () => {
  expect(deviceOf("Cryptochecksum:3b2f91c07d4ea65580e1f2a9c4d7b613", ": end").notUnderstood).toEqual([]);
});

test("secrets leave neither in the text nor in what was not understood", () => {
  const secrets = [
    "enable password SECRET1 encrypted",
    "passwd SECRET2 pbkdf2",
    "username anna password SECRET3 pbkdf2 privilege 15",
    "snmp-server community SECRET4",
    "snmp-server host inside 10.0.0.9 community SECRET5 version 2c",
    "snmp-server user u g v3 auth sha SECRET6 priv aes 128 SECRET6",
    "aaa-server RADIUS (inside) host 10.0.0.8",
    " key SECRET7",
    "aaa-server RADIUS (inside) host 10.0.0.7 SECRET25 timeout 5",
    " radius-common-pw SECRET8",
    "tunnel-group 192.0.2.1 ipsec-attributes",
    " ikev1 pre-shared-key SECRET9",
    " ikev2 remote-authentication pre-shared-key 0 SECRET10",
    "failover key SECRET11",
    "ntp authentication-key 1 md5 SECRET12",
    "interface GigabitEthernet0/7",
    " ospf message-digest-key 1 md5 SECRET13",
    " ospf authentication-key SECRET14",
    " ipv6 ospf authentication ipsec spi 500 md5 SECRET23",
    " ipv6 ospf encryption ipsec spi 501 esp aes-cbc 128 SECRET24 sha1 SECRET24",
    "router bgp 65000",
    " neighbor 10.0.0.3 password SECRET15",
    "key chain k",
    " key 1",
    "  key-string SECRET16",
    "crypto ca certificate chain ca",
    " certificate 0123",
    "    SECRET17 30820203",
    "  quit",
    "auto-update server https://user:SECRET18@update.example.org/x",
    "ldap-login-password SECRET19",
    "frobnicate secret SECRET20",
    "crypto isakmp key SECRET21 address 192.0.2.2",
    "object network described",
    " description the password: SECRET22",
    " host 10.1.1.1",
    "hostname kept",
  ];
  const device = deviceOf(...secrets);
  expect(JSON.stringify(device)).not.toContain("SECRET");
  expect(device.texts[0]?.text).toContain("hostname kept");
  expect(device.texts[0]?.text.split("\n")).toHaveLength(BASE.split("\n").length + secrets.length);
});

test.each([
  ["", 'fw:1: no line "ASA Version" is in the file; give what show running-config prints'],
  ["ASA Version 8.2(5)", "fw:1: versions before 8.3 are not read: their lists hold translated addresses"],
  ["ASA Version 9.1\nfirewall transparent", "fw:2: transparent mode is not read"],
  [
    "ASA Version 9.1\ncontext admin",
    'fw:2: "admin": several contexts are not read; give the configuration of one context',
  ],
  [": Saved\nASA Version 9.1\nhostname x", 'fw:3: the file is cut off: it begins with ": Saved" and has no ": end"'],
  [
    "ASA Version 9.1\n<--- More --->",
    'fw:2: the configuration was printed in pages; print it again after "terminal pager 0"',
  ],
])("%j is refused", (text, problem) => {
  expect(refused(text)).toBe(problem);
});

test.each([
  [["access-group NONE in interface outside"], '1: the access list "NONE" has no line that permits or denies'],
  [
    ["access-list L extended permit ip any any", "access-group L in interface dmz"],
    '2: "access-group L in interface dmz" names no direction and known interface',
  ],
  [
    ["object-group network a", " group-object b", "object-group network b", " group-object a"],
    '1: the group "a" contains itself',
  ],
  [["object network"], '1: "object network" names no object'],
  [
    ["object-group network servers", " network-object host 10.0.0.1"],
    '1: "servers" is defined a second time; the first is in line 18',
  ],
  [["object-group network g", " group-object ports"], '2: "ports" is defined in line 21 as another kind of object'],
  [["object network n", " host 10.0.0.300"], '2: "10.0.0.300" is no address'],
  [["route dmz 10.0.0.0 255.0.0.0 10.0.0.1"], '1: no interface has the name "dmz"'],
  [["interface Gi0/9", " nameif inside"], '1: the name "inside" is also that of line 7'],
  [["interface Gi0/9", " nameif x", " security-level 101"], "3: a security level is 0 to 100"],
])("%j is refused", (lines, problem) => {
  expect(problemOf(...lines)).toBe(problem);
});

test("groups nested too deeply are refused", () => {
  const lines = Array.from({ length: 100 }, (_, at) => [
    `object-group network g${at}`,
    ` group-object g${at + 1}`,
  ]).flat();
  expect(problemOf(...lines, "object-group network g100", " network-object host 10.0.0.1")).toMatch(
    /nested more than 64 deep/,
  );
});

test("no cut or mixed-up configuration makes the reader throw", () => {
  const whole = [
    BASE,
    "access-list L extended permit tcp any host printer eq www",
    "access-group L in interface outside",
  ].join("\n");
  for (let end = 0; end < whole.length; end++)
    expect(() => readAsa([{ name: "fw", text: whole.slice(0, end) }])).not.toThrow();
  const words = whole.split(/\s+/);
  for (let at = 0; at < words.length; at++) {
    const mixed = whole.replace(words[at] ?? "", words[(at * 7) % words.length] ?? "");
    expect(() => readAsa([{ name: "fw", text: mixed }])).not.toThrow();
  }
});

test.each([
  ["rules", () => Array.from({ length: 50_001 }, () => "access-list L extended permit ip any any"), /50000 rules/],
  ["objects", () => Array.from({ length: 100_001 }, (_, at) => `object network n${at}`), /100000 objects/],
  ["bytes", () => ["!".repeat(32 * 1_024 * 1_024)], /33554432 bytes/],
])("too many %s are refused", (_, lines, problem) => {
  expect(refused([BASE, ...lines()].join("\n"))).toMatch(problem);
});

test("time grows with the length of the lists", () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, at) =>
      `access-list L extended permit tcp host 10.${(at >> 8) & 255}.${at & 255}.1 object-group servers eq ${at % 65_000}`,
  );
  const began = processorTime();
  const read = readAsa([{ name: "fw", text: [BASE, ...lines].join("\n") }]);
  expect(read.ok && read.device.policies[0]?.rows.length).toBe(40_000);
  expect(processorTime() - began).toBeLessThan(20_000);
});
