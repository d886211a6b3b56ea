import { describe, expect, test } from "@jest/globals";
import { address, expectRow, on, type RuleCase, read, tcp } from "../test/read-row.ts";

const v6 = on({ family: 6 });

describe("addresses", () => {
  test.each<RuleCase>([
    ["-s 10.0.0.1", { source: [{ members: address("10.0.0.1/32") }] }],
    [
      "-s 10.0.0.77/24 -d 10.1.0.0/255.255.0.0",
      {
        source: [{ members: address("10.0.0.0/24") }],
        destination: [{ members: address("10.1.0.0/16") }],
      },
    ],
    ["! -s 10.0.0.0/8", { source: [{ negated: true, members: address("10.0.0.0/8") }] }],
    ["-s ! 10.0.0.0/8", { source: [{ negated: true, members: address("10.0.0.0/8") }] }],
    [
      "--src 10.0.0.1,10.0.0.4 --destination 0.0.0.0/0",
      {
        source: [{ members: address("10.0.0.1/32", "10.0.0.4/32") }],
        destination: [{ members: address("0.0.0.0/0") }],
      },
    ],
    ["-s 2001:DB8::1/64", { source: [{ members: address("2001:db8::/64") }] }, v6],
    ["-d fd00::/ffff::", { destination: [{ members: address("fd00::/16") }] }, v6],
    [
      "-m iprange --src-range 10.0.0.1-10.0.0.9 ! --dst-range 10.1.0.3",
      {
        source: [{ members: address("10.0.0.1-10.0.0.9") }],
        destination: [{ negated: true, members: address("10.1.0.3/32") }],
      },
    ],
    ["-m iprange --src-range fd00::1-fd00::9", { source: [{ members: address("fd00::1-fd00::9") }] }, v6],
    [
      "-m addrtype --dst-type LOCAL ! --src-type LOCAL",
      {
        source: [{ negated: true, members: [{ object: "ip addrtype LOCAL" }] }],
        destination: [{ members: [{ object: "ip addrtype LOCAL" }] }],
      },
    ],
    [
      "-m set --match-set blocked src -m set ! --match-set blocked dst",
      {
        source: [{ members: [{ object: "blocked" }] }],
        destination: [{ negated: true, members: [{ object: "blocked" }] }],
      },
    ],
    [
      "-s 10.0.0.0/8 -m iprange --src-range 10.0.0.1-10.0.0.9",
      {
        source: [{ members: address("10.0.0.0/8") }, { members: address("10.0.0.1-10.0.0.9") }],
      },
    ],
  ])("%s restricts the sides", (...one) => expectRow(one));

  test("a range that ends before it begins holds no address", () => {
    expectRow(["-m iprange --src-range 10.0.0.9-10.0.0.1", { connections: "none" }]);
    expectRow(["-m iprange ! --src-range 10.0.0.9-10.0.0.1", {}]);
  });
});

describe("interfaces", () => {
  test.each<RuleCase>([
    [
      "-i eth0 -o eth1.152",
      {
        inInterface: [{ members: [{ name: "eth0" }] }],
        outInterface: [{ members: [{ name: "eth1.152" }] }],
      },
    ],
    [
      "! -i eth+ ! -o br-0",
      {
        inInterface: [{ negated: true, members: [{ name: "eth", prefix: true }] }],
        outInterface: [{ negated: true, members: [{ name: "br-0" }] }],
      },
    ],
    ["-i +", {}],
    ["! -o +", { connections: "none" }],
  ])("%s restricts the interfaces", (...one) => expectRow(one));
});

describe("which new connections a row decides", () => {
  test.each<RuleCase>([
    ["-m conntrack --ctstate NEW", { connections: "tracked" }],
    ["-m state --state new,established", { connections: "tracked" }],
    ["-m conntrack --ctstate RELATED,ESTABLISHED", { connections: "none" }],
    ["-m conntrack --ctstate INVALID", { connections: "none" }],
    ["-m conntrack --ctstate UNTRACKED", { connections: "untracked" }],
    ["-m conntrack --ctstate NEW,UNTRACKED", {}],
    ["-m state ! --state NEW", { connections: "untracked" }],
    ["-m conntrack ! --ctstate INVALID", {}],
    ["-m state --state NEW -m conntrack --ctstate UNTRACKED", { connections: "none" }],
    ["-m conntrack --ctstate INVALID", { connections: "tracked" }, on({ table: "raw" })],
    ["-m conntrack --ctstate NEW", { connections: "none" }, on({ table: "raw" })],
    ["-p tcp -m tcp --syn", { service: tcp() }],
    ["-p tcp -m tcp ! --syn", { service: tcp(), connections: "none" }],
    ["-p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN", { service: tcp() }],
    ["-p tcp -m tcp ! --tcp-flags FIN,SYN,RST,ACK SYN", { service: tcp(), connections: "none" }],
    ["-p tcp -m tcp --tcp-flags ALL NONE", { service: tcp(), connections: "none" }],
    ["-p tcp -m tcp --tcp-flags ACK,FIN NONE", { service: tcp() }],
    ["-p tcp -m tcp --tcp-flags SYN,FIN SYN,FIN", { service: tcp(), connections: "none" }],
    ["-p tcp -m tcp ! --tcp-flags SYN,FIN SYN,FIN", { service: tcp() }],
  ])("%s", (...one) => expectRow(one));
});

describe("comments", () => {
  test.each([
    ["-m comment --comment plain", "plain"],
    ['-m comment --comment "it\\\'s \\"this\\" \\\\ that"', 'it\'s "this" \\ that'],
    ['-m comment --comment "!"', "!"],
    ["-m comment --comment -j", "-j"],
    ['-m comment --comment a -m comment --comment "b c"', "a b c"],
  ])("%s", (line, comment) => {
    expectRow([`${line} -j DROP`, { action: "DROP", name: comment, comment }]);
  });

  test("a long comment is cut to what a row holds", () => {
    const { row } = read(`-m comment --comment ${"x".repeat(5_000)}`);
    expect([row?.name.length, row?.comment.length]).toEqual([512, 4_096]);
  });
});
