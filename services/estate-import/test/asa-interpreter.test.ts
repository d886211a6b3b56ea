import { expect, test } from "@jest/globals";
import { type Connection, interpretAsa } from "./asa-interpreter.ts";
import { addressOf } from "./iptables-interpreter.ts";

const INTERFACES = `interface GigabitEthernet0/0
 nameif outside
 ip address 192.0.2.1 255.255.255.0 standby 192.0.2.2
 ipv6 address 2001:db8::1/64
!
interface GigabitEthernet0/1
 description users
 nameif inside
 ip address 10.0.0.1 255.255.255.0
interface GigabitEthernet0/2
 nameif dmz
 security-level 50
interface GigabitEthernet0/3
 nameif guests
 security-level 50
interface GigabitEthernet0/4
 shutdown
 nameif off
 security-level 10
interface Management0/0
 management-only
 nameif management
 security-level 10
`;

type Asked = Partial<Omit<Connection, "source" | "destination">> & { source?: string; destination?: string };

const ask = (lines: string, asked: Asked = {}) => {
  const { source = "192.0.2.77", destination = "10.0.0.5", ...rest } = asked;
  return interpretAsa(`${INTERFACES}${lines}`)({
    inInterface: "outside",
    outInterface: "inside",
    family: destination.includes(":") ? 6 : 4,
    protocol: 6,
    sourcePort: 40_000,
    port: 80,
    source: addressOf(source),
    destination: addressOf(destination),
    ...rest,
  });
};

/**
 * Reports for each connection whether the lines allow it. The access list L applies to connections that enter through
 * the interface "outside".
 */
const allowed = (lines: string, asked: readonly Asked[]) =>
  asked.map((one) => ask(`${lines}\naccess-group L in interface outside`, one) === "allowed");

test("without lists a connection passes to a lower level alone", () => {
  expect(ask("", { inInterface: "inside", outInterface: "dmz" })).toBe("allowed");
  expect(ask("", { inInterface: "dmz", outInterface: "outside" })).toBe("allowed");
  expect(ask("", { inInterface: "dmz", outInterface: "inside" })).toBe("denied");
});

test("two interfaces of one level need the permission between interfaces, whatever a list says", () => {
  const list = "access-list L extended permit ip any any\naccess-group L global\n";
  const asked = { inInterface: "dmz", outInterface: "guests" };
  expect(ask(list, asked)).toBe("denied");
  expect(ask(`${list}same-security-traffic permit intra-interface`, asked)).toBe("denied");
  expect(ask(`${list}same-security-traffic permit inter-interface`, asked)).toBe("allowed");
  expect(ask("same-security-traffic permit inter-interface", asked)).toBe("allowed");
});

test("one interface in and out needs the permission within an interface", () => {
  const asked = { inInterface: "inside", outInterface: "inside" };
  expect(ask("same-security-traffic permit inter-interface", asked)).toBe("denied");
  expect(ask("same-security-traffic permit intra-interface", asked)).toBe("allowed");
});

test("an interface that is shut down or for management alone passes nothing", () => {
  const list = "access-list L extended permit ip any any\naccess-group L global";
  for (const name of ["off", "management"]) {
    expect(ask(list, { inInterface: "inside", outInterface: name })).toBe("denied");
    expect(ask(list, { inInterface: name, outInterface: "inside" })).toBe("denied");
  }
  expect(ask(list, { inInterface: "inside", outInterface: "dmz" })).toBe("allowed");
});

test("the first line that matches decides, and a line that is inactive or a remark does not", () => {
  const lines = `access-list L remark permit ip any any
access-list L extended deny tcp any any eq www inactive
access-list L extended deny tcp any host 10.0.0.6 log 6 interval 300 inactive
access-list L extended deny tcp any any eq ssh log
access-list L extended permit tcp any any log warnings
access-list L extended deny ip any any`;
  expect(allowed(lines, [{}, { destination: "10.0.0.6" }, { port: 22 }, { protocol: 17 }])).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the global list decides what no line of the list of the interface matches, and then all is denied", () => {
  const lines = `access-group G global
access-group I in interface inside
access-list I extended deny tcp any any eq www
access-list G extended permit tcp any any range ssh www`;
  const asked = { inInterface: "inside", outInterface: "dmz" };
  expect(ask(lines, asked)).toBe("denied");
  expect(ask(lines, { ...asked, port: 79 })).toBe("allowed");
  expect(ask(lines, { ...asked, port: 81 })).toBe("denied");
  expect(ask(lines, { ...asked, inInterface: "outside" })).toBe("allowed");
  expect(ask(lines, { ...asked, inInterface: "outside", port: 81 })).toBe("denied");
});

test("the out-list must permit too, and the global list does not help it", () => {
  const lines = "access-list O extended permit tcp any any eq https\naccess-group O out interface dmz\n";
  const all = "access-list G extended permit ip any any\naccess-group G global";
  const asked = { inInterface: "inside", outInterface: "dmz" };
  expect(ask(lines, asked)).toBe("denied");
  expect(ask(`${lines}${all}`, asked)).toBe("denied");
  expect(ask(lines, { ...asked, port: 443 })).toBe("allowed");
  expect(ask(lines, { ...asked, inInterface: "outside", port: 443 })).toBe("denied");
  expect(ask(`${lines}${all}`, { ...asked, inInterface: "outside", port: 443 })).toBe("allowed");
});

test("any is of both families, any4 and any6 of one", () => {
  const asked = [{}, { source: "2001:db8::5", destination: "2001:db8:1::5" }];
  expect(allowed("access-list L extended permit ip any any", asked)).toEqual([true, true]);
  expect(allowed("access-list L extended permit ip any4 any", asked)).toEqual([true, false]);
  expect(allowed("access-list L extended permit ip any any6", asked)).toEqual([false, true]);
});

test.each([
  ["host 10.0.0.5", [true, false, false]],
  ["10.0.0.4 255.255.255.254", [true, false, false]],
  ["10.0.1.0 255.255.0.255", [false, false, false]],
  ["2001:db8:1::/48", [false, false, true]],
  ["host web", [true, false, false]],
  ["interface inside", [false, true, false]],
  ["interface dmz", [false, false, false]],
  ["object WEB", [true, false, false]],
  ["object RANGE", [true, false, false]],
  ["object SIX", [false, false, true]],
  ["object-group OUTER", [true, true, true]],
] as const)("the destination %s holds the addresses that it says", (text, expected) => {
  const lines = `name 10.0.0.5 web
object network WEB
 host web
 description the server
object network RANGE
 range 10.0.0.2 10.0.0.5
object network SIX
 subnet 2001:db8:1::/64
object-group network OUTER
 network-object object RANGE
 network-object host 10.0.0.1
 group-object INNER
object-group network INNER
 network-object 172.16.0.0 255.240.0.0
 network-object 2001:db8:1::/48
access-list L extended permit ip any ${text}`;
  const six = { source: "2001:db8::5", destination: "2001:db8:1::5" };
  expect(allowed(lines, [{}, { destination: "10.0.0.1" }, six])).toEqual(expected);
});

test("the address of an interface is its own in each family, without its network and its standby", () => {
  const lines = "access-list L extended permit ip interface outside any";
  const six = (source: string) => ({ source, destination: "2001:db8:1::5" });
  const asked = [{ source: "192.0.2.1" }, { source: "192.0.2.2" }, six("2001:db8::1"), six("2001:db8::2")];
  expect(allowed(lines, asked)).toEqual([true, false, true, false]);
});

test.each([
  ["eq 22", [false, true, false]],
  ["neq ssh", [true, false, true]],
  ["lt ssh", [true, false, false]],
  ["gt ssh", [false, false, true]],
  ["range ftp ssh", [true, true, false]],
] as const)("the ports %s are compared on the side where they stand", (ports, expected) => {
  const sides = ["sourcePort", "port"] as const;
  for (const side of sides) {
    const asked = [21, 22, 23].map((port) => ({ [side]: port }));
    const line = side === "port" ? `any any ${ports}` : `any ${ports} any`;
    expect(allowed(`access-list L extended permit tcp ${line}`, asked)).toEqual(expected);
  }
});

test("a group after the source is its ports if it is of services, and else the destination", () => {
  const groups = `object-group service HIGH tcp
 port-object range 1024 65535
 group-object MAIL
object-group service MAIL tcp-udp
 port-object eq smtp
object-group network SERVERS
 network-object host 10.0.0.5
`;
  const entry = "access-list L extended permit tcp any";
  const asked = [{}, { sourcePort: 25 }, { sourcePort: 26 }, { destination: "10.0.0.6" }, { port: 25 }];
  expect(allowed(`${groups}${entry} object-group HIGH object-group SERVERS`, asked)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(allowed(`${groups}${entry} object-group SERVERS object-group MAIL`, asked)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("a group of protocols takes the ports of the line, and ports hold for TCP and UDP alone", () => {
  const lines = `object-group protocol OUTER
 protocol-object gre
 group-object BOTH
object-group protocol BOTH
 protocol-object tcp
 protocol-object 17
access-list L extended permit object-group OUTER any any eq www`;
  const asked = [{}, { protocol: 17 }, { protocol: 17, port: 81 }, { protocol: 47 }, { protocol: 50 }];
  expect(allowed(lines, asked)).toEqual([true, true, false, false, false]);
});

test.each([
  ["object WEB", [true, false, false, false, false]],
  ["object TIME", [false, true, false, false, false]],
  ["object PING", [false, false, true, false, false]],
  ["object TUNNEL", [false, false, false, true, false]],
  ["object-group OUTER", [true, true, false, true, false]],
  ["object-group INNER", [false, false, false, true, false]],
  ["47", [false, false, false, true, false]],
  ["ip", [true, true, true, true, true]],
] as const)("the service %s of a line holds the packets that it says", (service, expected) => {
  const lines = `object service WEB
 service tcp source gt 1023 destination eq www
object service TIME
 service tcp-udp destination eq ntp
object service PING
 service icmp echo 0
object service TUNNEL
 service 47
object-group service OUTER
 service-object object WEB
 service-object udp destination range domain ntp
 service-object icmp unreachable
 group-object INNER
object-group service INNER
 service-object gre
access-list L extended permit ${service} any any`;
  const asked = [
    {},
    { protocol: 17, port: 123 },
    { protocol: 1, icmpType: 8, icmpCode: 0 },
    { protocol: 47 },
    { sourcePort: 1_023 },
  ];
  expect(allowed(lines, asked)).toEqual(expected);
});

test("icmp in a line is of IPv4 and icmp6 of IPv6, and each has its own names of types", () => {
  const six = { source: "2001:db8::5", destination: "2001:db8:1::5" };
  const asked = [
    { protocol: 1, icmpType: 8, icmpCode: 0 },
    { protocol: 1, icmpType: 3, icmpCode: 4 },
    { protocol: 58, icmpType: 8, icmpCode: 0, ...six },
    { protocol: 58, icmpType: 128, icmpCode: 0, ...six },
    { protocol: 1, icmpType: 8, icmpCode: 0, ...six },
  ];
  const entry = "access-list L extended permit";
  expect(allowed(`${entry} icmp any any`, asked)).toEqual([true, true, false, false, false]);
  expect(allowed(`${entry} icmp any any echo log`, asked)).toEqual([true, false, false, false, false]);
  expect(allowed(`${entry} icmp any any unreachable 4`, asked)).toEqual([false, true, false, false, false]);
  expect(allowed(`${entry} icmp any any 3 3`, asked)).toEqual([false, false, false, false, false]);
  expect(allowed(`${entry} icmp6 any any echo`, asked)).toEqual([false, false, false, true, false]);
  const group = "object-group icmp-type T\n icmp-object unreachable\n group-object U\n";
  const inner = "object-group icmp-type U\n icmp-object traceroute\n icmp-object 8\n";
  expect(allowed(`${group}${inner}${entry} icmp any any object-group T`, asked.slice(0, 3))).toEqual([
    true,
    true,
    false,
  ]);
  const object = "object service P\n service icmp\n";
  expect(allowed(`${object}${entry} object P any any`, asked)).toEqual([true, true, false, false, true]);
});

test.each([
  "hostname asa",
  "access-list L standard permit any4",
  "access-list L extended permit tcp any any eq nowhere",
  "access-list L extended permit tcp any any time-range T",
  "access-list L extended permit ip any object MISSING",
  "object network N\n fqdn v4 example.com",
  "object-group service N\n port-object eq 80",
  "object-group network N\n group-object MISSING",
  "object-group network N\n network-object any",
  "interface Vlan1\n ip address dhcp setroute",
  "access-group L in interface outside control-plane",
])("a configuration with a line that is not known is an error: %j", (line) => {
  expect(() => interpretAsa(line)).toThrow("the interpreter does not know");
});
