import { describe, expect, test } from "@jest/globals";
import { createDeviceDecisions } from "@network-access/estate-model/device-decisions";
import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { snapshotOf } from "../../test/snapshot-of.ts";
import { complete, deviceOf, deviceOfText, problemOf, rowsOf } from "../test/read-configuration.ts";

const both: SnapshotRowInput["families"] = [4, 6];
const four: SnapshotRowInput["families"] = [4];
const six: SnapshotRowInput["families"] = [6];
const address = (text: string) => [{ members: [{ address: text }] }];
const object = (name: string) => [{ members: [{ object: name }] }];
const tcp = (more = {}) => [{ members: [{ protocol: 6, ...more }] }];

test.each<[line: string, expected: Partial<SnapshotRowInput>]>([
  ["permit ip any any", { families: both }],
  ["deny ip any any", { families: both, action: "DROP" }],
  ["permit ip any4 any", { families: four }],
  ["permit ip any any6", { families: six }],
  ["permit tcp any any", { families: both, service: tcp() }],
  ["permit 47 any any", { families: both, service: [{ members: [{ protocol: 47 }] }] }],
  ["permit ospf any any", { families: both, service: [{ members: [{ protocol: 89 }] }] }],
  [
    "permit ip host 192.0.2.1 198.51.100.0 255.255.255.0",
    { families: four, source: address("192.0.2.1/32"), destination: address("198.51.100.0/24") },
  ],
  ["permit ip host printer any", { families: four, source: address("192.0.2.9/32") }],
  [
    "permit ip host 2001:db8::1 2001:db8:5::/48",
    { families: six, source: address("2001:db8::1/128"), destination: address("2001:db8:5::/48") },
  ],
  ["permit ip any object web", { families: four, destination: object("web") }],
  ["permit ip object-group servers any", { families: four, source: object("servers") }],
  ["permit ip any object v6", { families: six, destination: object("v6") }],
  [
    "permit ip any interface inside",
    { families: both, destination: [{ members: [{ address: "10.0.0.1" }, { address: "2001:db8:1::1" }] }] },
  ],
  ["permit tcp any any eq www", { families: both, service: tcp({ ports: [[80, 80]] }) }],
  [
    "permit tcp any gt 1023 any neq 25",
    {
      families: both,
      service: tcp({
        ports: [
          [0, 24],
          [26, 65_535],
        ],
        sourcePorts: [[1_024, 65_535]],
      }),
    },
  ],
  ["permit udp any any lt 1024", { families: both, service: [{ members: [{ protocol: 17, ports: [[0, 1_023]] }] }] }],
  ["permit tcp any any range ftp-data ftp", { families: both, service: tcp({ ports: [[20, 21]] }) }],
  ["permit tcp any any object-group ports", { families: both, service: object("ports") }],
  [
    "permit tcp any object-group ports any",
    {
      families: both,
      service: tcp({
        sourcePorts: [
          [80, 80],
          [8_000, 8_010],
        ],
      }),
    },
  ],
  [
    "permit tcp any eq 9 any object-group ports",
    { families: both, service: [...tcp({ sourcePorts: [[9, 9]] }), ...object("ports")] },
  ],
  ["permit object ssh-high any any", { families: both, service: object("ssh-high") }],
  ["permit object-group mixed any any", { families: both, service: object("mixed") }],
  ["permit object-group both any any", { families: both, service: object("both") }],
  [
    "permit object-group both any any eq domain",
    {
      families: both,
      service: [
        ...object("both"),
        {
          members: [
            { protocol: 6, ports: [[53, 53]] },
            { protocol: 17, ports: [[53, 53]] },
          ],
        },
      ],
    },
  ],
  ["permit object ospf any any", { families: both, service: [{ members: [{ protocol: 89 }] }] }],
  ["permit object icmp-echo any any", { families: both, service: [{ members: [{ protocol: 1, icmpType: 8 }] }] }],
  ["permit icmp any any", { families: four, service: [{ members: [{ protocol: 1 }] }] }],
  ["permit icmp any any echo", { families: four, service: [{ members: [{ protocol: 1, icmpType: 8 }] }] }],
  [
    "permit icmp any any unreachable 4",
    { families: four, service: [{ members: [{ protocol: 1, icmpType: 3, icmpCode: 4 }] }] },
  ],
  ["permit icmp any any object-group pings", { families: four, service: object("pings") }],
  ["permit icmp6 any any packet-too-big", { families: six, service: [{ members: [{ protocol: 58, icmpType: 2 }] }] }],
  ["permit icmp any any log", { families: four, log: true, service: [{ members: [{ protocol: 1 }] }] }],
  ["permit ip any any log informational interval 600", { families: both, log: true }],
  ["permit ip any any log disable", { families: both, log: false }],
  ["permit ip any any inactive", { families: both, disabled: true }],
  ["permit ip any any log time-range office", { families: both, log: true, schedules: ["office"] }],
])("%s", (line, expected) => {
  const row = complete({ number: 1, action: "ACCEPT", families: both, ...expected });
  expect(rowsOf(`access-list L extended ${line}`)).toEqual({ rows: [row], reasons: [] });
});

describe("lines that match nothing keep both sides", () => {
  test.each([
    ["permit ip any4 any6", [4], "0.0.0.0/0", "::/0"],
    ["permit icmp any6 any6", [4], "::/0", "::/0"],
    ["permit icmp6 any4 any4", [6], "0.0.0.0/0", "0.0.0.0/0"],
  ])("%s", (line, families, source, destination) => {
    const { rows } = rowsOf(`access-list L extended ${line}`);
    expect(rows).toMatchObject([{ families, source: address(source), destination: address(destination) }]);
  });
});

test.each([
  ["permit tcp any any eq kerberos", '"kerberos" is no known port'],
  ["permit frobnicate any any", '"frobnicate" is no known protocol'],
  ["permit ip user LOCAL\\anna any any", "users and security tags are not understood"],
  ['permit ip user-group "LOCAL\\\\the staff" any any', "users and security tags are not understood"],
  ["permit ip object-group-security tags any any", "users and security tags are not understood"],
  ["permit ip any object-group-network-service office", '"office" is not understood as addresses'],
  ["permit ip any 10.0.0.0 255.0.255.0", 'the mask of "10.0.0.0/255.0.255.0" is not contiguous'],
  ["permit ip security-group tag 5 any any", "users and security tags are not understood"],
  ["permit sctp any any eq 5000", "ports of SCTP are not understood"],
  ["permit ip any object missing", '"missing" is not defined'],
  ["permit tcp any object-group missing any", '"missing" is not defined'],
  ["permit object missing any any", '"missing" is not understood as a service'],
  ["permit icmp6 any any object-group pings", "a group of ICMP types is understood with icmp alone"],
  ["permit ip any any frobnicate", '"frobnicate" is not known here'],
])("%s is named, and relied on in nothing", (line, reason) => {
  const { rows, reasons } = rowsOf(`access-list L extended ${line}`);
  expect(reasons).toEqual([reason]);
  expect(rows).toMatchObject([{ exact: false }]);
});

test.each([
  ["access-list L extended allow ip any any", '1: "allow" stands where permit or deny must'],
  ["access-list L extended permit ip any host 10.0.0.256", '1: "10.0.0.256" is no address'],
  ["access-list L extended permit tcp any any eq 65536", "1: 65536 is no port"],
  ["access-list L extended permit tcp any any range 9 8", "1: the range of ports 9 to 8 begins after it ends"],
  ["access-list L extended permit tcp any any lt 0", "1: no port is lt 0"],
  ["access-list L extended permit tcp any", "1: the line ends before its addresses"],
  ["access-list L extended permit ip any interface dmz", '1: no interface has the name "dmz"'],
  ["access-list L extended permit gre any any eq 80", "1: ports stand in a line whose protocols have none"],
  ["access-list L extended permit ip any object ssh-high", '1: "ssh-high" is defined in line 16 and has no addresses'],
  ["access-list L frobnicate permit ip any any", '1: the list "L" is of no known kind'],
])("%s is refused", (line, problem) => {
  expect(problemOf(line)).toBe(problem);
});

test("remarks are the comment of the next line, and count as lines", () => {
  const { rows } = rowsOf(
    "access-list L remark for the printers",
    "access-list L remark ticket 12, password hunter2",
    "access-list L extended permit ip any host printer",
    "access-list L extended deny ip any any",
  );
  expect(rows).toMatchObject([
    { number: 3, comment: "for the printers\nticket 12, password <removed>" },
    { number: 4, comment: "" },
  ]);
});

test("a rule with a name and a host matches the host certainly, and other addresses possibly", () => {
  const device = deviceOf(
    ...["object network cdn", " fqdn v4 cdn.example.com", "object-group network allowed"],
    ...[" network-object object cdn", " network-object host 10.0.0.5"],
    "access-list L extended permit ip any object-group allowed",
    "access-group L in interface outside",
  );
  const between = createDeviceDecisions(snapshotOf(device), 4)("outside", "inside");
  const to = (destination: number) =>
    between.decisionOf({
      source: 1n,
      destination: BigInt(destination),
      sourcePort: 1,
      service: { protocol: 6, port: 1 },
    });
  expect([to(0x0a_00_00_05), to(0x0a_00_00_06)]).toEqual(["allowed", "uncertain"]);
  expect(device.policies.find(({ name }) => name === "L")?.rows[0]).not.toHaveProperty("exact");
});

test("a rule that holds at some times is uncertain, though it is exact", () => {
  const device = deviceOf(
    "access-list L extended permit ip any any time-range office",
    "access-group L in interface outside",
  );
  const between = createDeviceDecisions(snapshotOf(device), 4)("outside", "inside");
  const service = { protocol: 6, port: 1 };
  expect(between.decisionOf({ source: 1n, destination: 2n, sourcePort: 1, service })).toBe("uncertain");
});

test("lists of other kinds decide nothing", () => {
  const { policies, notUnderstood } = deviceOf(
    "access-list S standard permit 10.0.0.0 255.0.0.0",
    "access-list E ethertype permit any",
    "access-list W webtype permit url any",
    "access-list deny-flow-max 4096",
  );
  expect(policies.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["S"]));
  expect({ lists: policies.filter(({ name }) => name.length === 1), notUnderstood }).toEqual({
    lists: [],
    notUnderstood: [],
  });
});

test("before version 9.0 any is IPv4, and ipv6 access-list has lists of its own", () => {
  const device = deviceOfText(
    [
      "ASA Version 8.4(7)",
      "interface GigabitEthernet0/0",
      " nameif outside",
      "access-list L extended permit ip any any",
      "ipv6 access-list M permit tcp any host 2001:db8::1 eq 443",
      "access-group L in interface outside",
      "access-group M in interface outside",
    ].join("\n"),
  );
  const families = device.policies.filter(({ name }) => name.length === 1).map(({ rows }) => rows[0]?.families);
  expect(families).toEqual([[4], [6]]);
  const entries = device.entries.filter(({ direction }) => direction === "IN");
  expect(entries.map(({ families: seen, policies }) => [seen, policies.filter((name) => name.length === 1)])).toEqual([
    [[4], ["L"]],
    [[6], ["M"]],
  ]);
});
