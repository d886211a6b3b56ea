import { expect, test } from "@jest/globals";
import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { processorTime } from "@network-access/testkit/processor-time";
import fc from "fast-check";
import { readIptables } from "./read-iptables.ts";
import { deviceOf, filesOf, table } from "./test/read-device.ts";
import { complete } from "./test/read-row.ts";

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

/** A part of a rule as iptables-save prints it, and the members of the row that the reader makes of this part. */
interface Printed {
  readonly text: string;
  readonly row: Partial<SnapshotRowInput>;
}

const octet = fc.nat(255);
const network = fc
  .tuple(octet, octet, fc.constantFrom(16, 24, 32), octet, octet)
  .map(([a, b, prefix, c, d]) => `${a}.${b}.${prefix > 16 ? c : 0}.${prefix > 24 ? d : 0}/${prefix}`);
const side = (flag: string, member: "source" | "destination") =>
  fc.option(fc.tuple(fc.boolean(), network)).map((given): Printed => {
    if (!given) return { text: "", row: {} };
    const [negated, address] = given;
    return { text: `${not(negated)}${flag} ${address} `, row: { [member]: [{ negated, members: [{ address }] }] } };
  });

const interfaceName = fc.stringMatching(/^[a-z][a-z0-9.@:-]{0,12}$/);
const interfaceOf = (flag: string, member: "inInterface" | "outInterface") =>
  fc.option(fc.tuple(fc.boolean(), interfaceName, fc.boolean())).map((given): Printed => {
    if (!given) return { text: "", row: {} };
    const [negated, name, prefix] = given;
    return {
      text: `${not(negated)}${flag} ${name}${prefix ? "+" : ""} `,
      row: { [member]: [{ negated, members: [{ name, prefix }] }] },
    };
  });

const port = fc.nat(65_535);
const portRange = fc.tuple(port, port).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
const printRange = ([first, last]: readonly [number, number]) => (first === last ? `${first}` : `${first}:${last}`);
const service = fc.oneof(
  fc.constant<Printed>({ text: "", row: {} }),
  fc.tuple(fc.boolean(), fc.constantFrom(2, 47, 50, 103)).map(
    ([negated, protocol]): Printed => ({
      ...{ text: `${not(negated)}-p ${protocol} `, row: { service: [{ negated, members: [{ protocol }] }] } },
    }),
  ),
  fc.tuple(fc.constantFrom([6, "tcp"] as const, [17, "udp"] as const), portRange, portRange).map(
    ([[protocol, name], from, to]): Printed => ({
      text: `-p ${name} -m ${name} --sport ${printRange(from)} --dport ${printRange(to)} `,
      row: { service: [{ members: [{ protocol, sourcePorts: [from], ports: [to] }] }] },
    }),
  ),
  fc.tuple(fc.boolean(), fc.array(portRange, { minLength: 1, maxLength: 7 })).map(([negated, ports]): Printed => {
    const text = `-p tcp -m multiport ${not(negated)}--dports ${ports.map(printRange).join(",")} `;
    const term = { negated, members: [{ protocol: 6, ports }] };
    return { text, row: { service: negated ? [{ members: [{ protocol: 6 }] }, term] : [term] } };
  }),
  fc.tuple(fc.nat(254), octet).map(
    ([icmpType, icmpCode]): Printed => ({
      text: `-p icmp -m icmp --icmp-type ${icmpType}/${icmpCode} `,
      row: { service: [{ members: [{ protocol: 1, icmpType, icmpCode }] }] },
    }),
  ),
);
const state = fc
  .option(
    fc.tuple(fc.boolean(), fc.subarray(["INVALID", "NEW", "RELATED", "ESTABLISHED", "UNTRACKED"], { minLength: 1 })),
  )
  .map((given): Printed => {
    if (!given) return { text: "", row: {} };
    const [negated, states] = given;
    const [tracked, untracked] = ["NEW", "UNTRACKED"].map((one) => states.includes(one) !== negated);
    const connections = tracked ? (untracked ? "all" : "tracked") : untracked ? "untracked" : "none";
    return { text: `-m conntrack ${not(negated)}--ctstate ${states.join(",")} `, row: { connections } };
  });
const unknown = fc
  .option(fc.constantFrom("-m limit --limit 1/sec ", "-m mark ! --mark 0x1 "))
  .map((text): Printed => (text === null ? { text: "", row: {} } : { text, row: { exact: false } }));
const comment = fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 })).map((given): Printed => {
  // A line contains no line break.
  const text = given?.replace(/[\r\n]/g, " ");
  if (text === undefined) return { text: "", row: {} };
  return { text: `-m comment --comment ${printText(text)} `, row: { name: text, comment: text } };
});
const target = fc.constantFrom<Printed>(
  { text: "", row: { action: "NONE" } },
  ...(["ACCEPT", "DROP", "RETURN"] as const).map((action) => ({ text: `-j ${action}`, row: { action } })),
  { text: "-j REJECT --reject-with icmp-port-unreachable", row: { action: "REJECT" } },
  { text: '-j LOG --log-prefix "-j DROP "', row: { action: "NONE", log: true } },
  { text: "-j a~b_c", row: { action: "JUMP", target: "ip filter a~b_c" } },
  { text: "-g a~b_c", row: { action: "GOTO", target: "ip filter a~b_c" } },
);
const rule = fc
  .tuple(
    ...[side("-s", "source"), side("-d", "destination"), interfaceOf("-i", "inInterface")],
    ...[interfaceOf("-o", "outInterface"), service, state, unknown, comment, target],
  )
  .map(
    (parts): Printed => ({
      text: parts
        .map(({ text }) => text)
        .join("")
        .trim(),
      row: Object.assign({}, ...parts.map(({ row }) => row)),
    }),
  );

function not(negated: boolean): string {
  return negated ? "! " : "";
}

/** Quotes a text as iptables-save does. */
function printText(text: string): string {
  return /^[\w-]+$/.test(text) ? text : `"${text.replace(/["'\\]/g, "\\$&")}"`;
}

test("a rule printed as iptables-save prints it is read as the same row", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
      const lines = rules.map(({ text }) => `-A FORWARD ${text}`.trim());
      const device = deviceOf(table("filter", ":FORWARD DROP [0:0]", ":a~b_c - [0:0]", ...lines));
      const expected = rules.map(({ row }, at) => complete({ action: "NONE", number: at + 1, families: [4], ...row }));
      expect(device.policies[0]?.rows.slice(0, -1).map(complete)).toEqual(expected);
      expect(device.notUnderstood).toHaveLength(rules.filter(({ row }) => row.exact === false).length);
    }),
    runs,
  );
});

const words = fc.constantFrom(
  ...[
    "*filter",
    "*nat",
    "COMMIT",
    ":INPUT",
    "ACCEPT",
    "DROP",
    "-",
    "[0:0]",
    "-A",
    "INPUT",
    "-N",
    "-P",
    "web",
    "-j",
    "-g",
    "!",
  ],
  ...[
    "-s",
    "-d",
    "10.0.0.0/8",
    "::1",
    "-p",
    "tcp",
    "icmp",
    "-m",
    "multiport",
    "--dports",
    "22",
    "1:2,",
    "-i",
    "eth+",
    '"',
    "\\",
  ],
  ...[
    "--ctstate",
    "NEW",
    "--tcp-flags",
    "--match-set",
    "DNAT",
    "--to-destination",
    ":80",
    "[",
    "]",
    "{",
    "create",
    "add",
    "hash:ip",
  ],
  ...[
    '[{"dst":',
    '"default"',
    "}]",
    '"ifname"',
    '"addr_info"',
    ":",
    ",",
    "#",
    "# Generated by ip6tables-save",
    "\n",
    "\n",
    "\n",
  ],
);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(words, { maxLength: 60 }).map((list) => list.join(" ")),
  fc.array(words, { maxLength: 30 }).map((list) => `*filter\n:INPUT DROP\n-A INPUT ${list.join(" ")}\nCOMMIT`),
  fc.json().map((text) => `[${text}]`),
  fc
    .array(fc.record({ dst: fc.anything(), dev: fc.anything(), table: fc.anything(), nexthops: fc.anything() }))
    .map(jsonOf),
  fc.array(fc.record({ ifname: fc.anything(), addr_info: fc.anything(), linkinfo: fc.anything() })).map(jsonOf),
);

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one));
}

test("no text makes the reader throw, and what it reads fits the schema", () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 3 }), (texts) => {
      const read = readIptables(filesOf(texts));
      if (read.ok) deviceOf(...texts);
      else expect(read.problem).toMatch(/^(?:\d+:\d+: |no file)/);
    }),
    { ...runs, numRuns: runs.numRuns * 5 },
  );
});

const whole = [
  `# Generated by iptables-save v1.8.9\n${table(
    "filter",
    ...[":INPUT DROP [0:0]", ":web - [0:0]", "-A INPUT -s 10.0.0.0/8 -p tcp -m multiport --dports 80,443 -j web"],
    '-A web -m comment --comment "a \\"quoted\\" text" -m set --match-set s src -j ACCEPT',
  )}`,
  "create s hash:net family inet\nadd s 10.0.0.0/8\n",
  JSON.stringify([{ ifname: "lo", addr_info: [{ family: "inet", local: "127.0.0.1", prefixlen: 8 }] }]),
  JSON.stringify([{ dst: "default", gateway: "10.0.0.1", dev: "eth0", flags: [] }]),
];

test("files that were cut off anywhere are read or refused", () => {
  for (const [at, text] of whole.entries())
    for (let length = 0; length < text.length; length += 1) {
      const cut = whole.with(at, text.slice(0, length));
      const read = readIptables(filesOf(cut));
      if (read.ok) deviceOf(...cut);
      else expect(read.problem.startsWith(`${at + 1}:`)).toBe(true);
      // A listing is complete only with its last COMMIT.
      if (at === 0 && length > 0 && read.ok) expect(text.slice(length).trim()).toBe("");
    }
});

test("50,000 lines are read in a few seconds, and twice as many take twice as long", () => {
  const secondsFor = (count: number) => {
    const rules = Array.from({ length: count }, (_, at) => {
      const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
      return `-A FORWARD -s ${address}/32 -i eth0 -p tcp -m tcp --dport ${at % 60_000} -m limit --limit 1/sec -m comment --comment "rule ${at}" -j c${at % 1_000}`;
    });
    const chains = Array.from({ length: 1_000 }, (_, at) => `:c${at} - [0:0]`);
    const files = filesOf([table("filter", ":FORWARD DROP", ...chains, ...rules)]);
    const start = processorTime();
    const read = readIptables(files);
    const seconds = (processorTime() - start) / 1_000;
    expect(read.ok && read.device.policies[0]?.rows).toHaveLength(count + 1);
    return seconds;
  };
  secondsFor(5_000);
  const [half, full] = [secondsFor(25_000), secondsFor(50_000)];
  expect(full).toBeLessThan(10);
  // For twice the input, linear time doubles. The limit of 8 tolerates noise, so the test detects cubic time but not
  // quadratic time.
  expect(full / half).toBeLessThan(8);
});

test.each([
  ["quotes and backslashes", `*filter\n:INPUT DROP\n-A INPUT ${'"\\"'.repeat(15_000)}`],
  ["one long list of addresses", table("filter", ":INPUT DROP", `-A INPUT -s ${"10.0.0.1,".repeat(7_000)}10.0.0.1`)],
  [
    "one long list of ports",
    table("filter", ":INPUT DROP", `-A INPUT -p tcp -m multiport --dports ${"1,".repeat(30_000)}1`),
  ],
  ["blank lines", "\n".repeat(3_000_000)],
  ["brackets", "[".repeat(3_000_000)],
  ["chains", table("filter", "-N c".repeat(1), ...Array.from({ length: 60_000 }, (_, at) => `:c${at} -`))],
  [
    "a deep path of chains",
    table(
      "filter",
      ...Array.from({ length: 49_000 }, (_, at) => `:c${at} -`),
      ...Array.from({ length: 48_999 }, (_, at) => `-A c${at} -j c${at + 1}`),
    ),
  ],
  ["spaces", `*filter${" ".repeat(3_000_000)}`],
  [
    "routes that are not found again",
    JSON.stringify(Array.from({ length: 20_000 }, () => ({ dst: "10.0.0.0/8", type: "x" }))).replaceAll(
      "10.0.0.0/8",
      "10.0.0.0\\u002f8",
    ),
  ],
])("%s take no long time", (_, text) => {
  const start = processorTime();
  readIptables(filesOf([text]));
  expect(processorTime() - start).toBeLessThan(5_000);
});
