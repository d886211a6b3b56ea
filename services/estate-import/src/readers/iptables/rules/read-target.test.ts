import { describe, expect, test } from "@jest/globals";
import { address, complete, context, expectRow, on, type RuleCase, read, tcp } from "../test/read-row.ts";
import { parseRule } from "./parse-rule.ts";

describe("targets", () => {
  test.each<RuleCase>([
    ["", {}],
    ["-j ACCEPT", { action: "ACCEPT" }],
    ["-j DROP", { action: "DROP" }],
    ["-j REJECT --reject-with icmp-port-unreachable", { action: "REJECT" }],
    ["-p tcp -j REJECT --reject-with tcp-reset", { action: "REJECT", service: tcp() }],
    ["-j RETURN", { action: "RETURN" }],
    ["-j web", { action: "JUMP", target: "ip filter web" }],
    ["--jump=web", { action: "JUMP", target: "ip filter web" }],
    ["-g LOG-AND-DROP", { action: "GOTO", target: "ip filter LOG-AND-DROP" }],
    ['-j LOG --log-prefix "-j DROP" --log-level 6', { log: true }],
    ["-j NFLOG --nflog-prefix -g --nflog-group 1", { log: true }],
    ["-j LOG --log-prefix x -s 10.0.0.1", { log: true, source: [{ members: address("10.0.0.1/32") }] }],
    ["-j MARK --set-xmark 0x1/0xffffffff", {}],
    ["-j CONNMARK --restore-mark --nfmask 0xff --ctmask 0xff", {}],
    ["-j TCPMSS --clamp-mss-to-pmtu", {}],
    ["-j SET --add-set blocked src --exist --timeout 60", {}],
    ["-j CT --helper ftp", {}],
    ["-j CT --notrack", { untracks: true }],
    ["-j NOTRACK", { untracks: true }],
    ["-j TRACE", {}],
    ["-j TEE --gateway 10.0.0.9", {}],
    ["-c 5 6 -j DROP", { action: "DROP" }],
    ["-c 5,6 -j DROP", { action: "DROP" }],
  ])("%s", (...one) => expectRow(one));

  test.each(["QUEUE", "NFQUEUE --queue-num 1 --queue-bypass", "TPROXY --on-port 3129", "SYNPROXY", "BESPOKE --to 5"])(
    "what becomes of a packet after -j %s is not known",
    (target) => {
      const { row, named } = read(`-p tcp -j ${target}`);
      expect(named).toEqual([`-j ${target}`]);
      expect(row).toEqual(complete({ number: 1, action: "DROP", exact: false, families: [4], service: tcp() }));
    },
  );

  test("a target that is not understood may accept the packet", () => {
    const reading = parseRule({ text: "-p tcp -j NFQUEUE", start: 0 }, 7, context);
    if (!reading.ok) throw new Error(reading.problem);
    expect(complete(reading.accepting ?? { number: 0, action: "NONE", families: [4] })).toEqual(
      complete({ number: 7, action: "ACCEPT", exact: false, implicit: true, families: [4], service: tcp() }),
    );
  });

  test("what the table nat drops is named", () => {
    expect(read("-p tcp -j DROP", on({ table: "nat" }))).toMatchObject({ row: { exact: false }, named: ["-j DROP"] });
  });

  test("an option after a target that has none is named", () => {
    expect(read("-j ACCEPT --quickly")).toMatchObject({
      row: { action: "ACCEPT", exact: false },
      named: ["--quickly"],
    });
    expect(read("-j web --twice 2")).toMatchObject({ row: { action: "JUMP", exact: false }, named: ["--twice 2"] });
  });
});
