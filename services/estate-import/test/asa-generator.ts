import fc from "fast-check";
import type { Connection } from "./asa-interpreter.ts";
import { addressOf } from "./iptables-interpreter.ts";

const INTERFACES = ["outside", "inside", "dmz", "guests"];
const LISTS = ["A", "B", "C"];

// Addresses and ports come from small sets of values. Generated lines therefore often overlap, and many generated
// connections have an address or port at the end of a line's range or next to it.
const last = fc.integer({ min: 0, max: 20 });
const host4 = last.map((one) => `10.0.0.${one}`);
const host6 = last.map((one) => `2001:db8::${one.toString(16)}`);
const subnet4 = fc
  .tuple(last, fc.constantFrom(28, 29, 30, 31, 32))
  .map(([one, length]) => `10.0.0.${one & ~(2 ** (32 - length) - 1)} 255.255.255.${256 - 2 ** (32 - length)}`);
const subnet6 = fc
  .tuple(last, fc.constantFrom(124, 125, 126, 127, 128))
  .map(([one, length]) => `2001:db8::${(one & ~(2 ** (128 - length) - 1)).toString(16)}/${length}`);
const range4 = fc
  .tuple(last, last)
  .map(([one, other]) => `10.0.0.${Math.min(one, other)} 10.0.0.${Math.max(one, other)}`);
const port = fc.oneof(
  fc.integer({ min: 20, max: 30 }).map(String),
  fc.constantFrom("ftp", "ssh", "smtp", "0", "65535"),
);
const portNumber = fc.integer({ min: 19, max: 31 });
const operator = fc.oneof(
  port.map((one) => `eq ${one}`),
  port.map((one) => `neq ${one}`),
  fc.integer({ min: 21, max: 30 }).map((one) => `lt ${one}`),
  fc.integer({ min: 20, max: 30 }).map((one) => `gt ${one}`),
  fc.tuple(portNumber, portNumber).map(([one, other]) => `range ${Math.min(one, other)} ${Math.max(one, other)}`),
);
const icmpType = fc.constantFrom("echo", "echo-reply", "unreachable", "8", "3 1", "11");
const icmp6Type = fc.constantFrom("echo", "echo-reply", "packet-too-big", "128", "1 4");

const serviceText = fc.oneof(
  fc
    .tuple(fc.constantFrom("tcp", "udp", "tcp-udp"), fc.option(operator), fc.option(operator))
    .map(([protocol, from, to]) => `${protocol}${from ? ` source ${from}` : ""}${to ? ` destination ${to}` : ""}`),
  icmpType.map((type) => `icmp ${type}`),
  icmp6Type.map((type) => `icmp6 ${type}`),
  fc.constantFrom("gre", "ospf", "icmp", "icmp6", "50"),
);

/**
 * Generates the lines of an object group. Each line is a member or a reference to one of the groups in `nested`. The
 * configuration must define these groups before this group.
 */
function groupLines(member: fc.Arbitrary<string>, nested: readonly string[]): fc.Arbitrary<string[]> {
  const references = nested.map((name) => `group-object ${name}`);
  const line =
    references.length > 0 ? fc.oneof({ weight: 3, arbitrary: member }, fc.constantFrom(...references)) : member;
  return fc.array(line, { minLength: 1, maxLength: 4 });
}

const networkMember = fc.oneof(
  host4.map((one) => `network-object host ${one}`),
  host6.map((one) => `network-object host ${one}`),
  subnet4.map((one) => `network-object ${one}`),
  subnet6.map((one) => `network-object ${one}`),
  fc.constantFrom("N1", "N2", "N3").map((name) => `network-object object ${name}`),
);
const portMember = fc.oneof(
  port.map((one) => `port-object eq ${one}`),
  fc
    .tuple(portNumber, portNumber)
    .map(([one, other]) => `port-object range ${Math.min(one, other)} ${Math.max(one, other)}`),
);

function block(head: string, lines: readonly string[]): string {
  return [head, ...lines.map((line) => ` ${line}`)].join("\n");
}

const objects = fc
  .record({
    N1: host4.map((one) => `host ${one}`),
    N2: range4.map((one) => `range ${one}`),
    N3: subnet6.map((one) => `subnet ${one}`),
    S1: serviceText,
    S2: serviceText,
    G1: groupLines(networkMember, []),
    G2: groupLines(networkMember, ["G1"]),
    P1: groupLines(portMember, []),
    P2: groupLines(portMember, ["P1"]),
    P3: groupLines(portMember, []),
    M1: groupLines(
      fc.oneof(
        serviceText.map((one) => `service-object ${one}`),
        fc.constantFrom("service-object object S1", "service-object object S2"),
      ),
      [],
    ),
    T1: groupLines(fc.constantFrom("protocol-object tcp", "protocol-object udp", "protocol-object 17"), []),
    I1: groupLines(
      fc.constantFrom("icmp-object echo", "icmp-object echo-reply", "icmp-object 3", "icmp-object unreachable"),
      [],
    ),
  })
  .map((made) =>
    [
      ...(["N1", "N2", "N3"] as const).map((name) => block(`object network ${name}`, [made[name]])),
      ...(["S1", "S2"] as const).map((name) => block(`object service ${name}`, [`service ${made[name]}`])),
      ...(["G1", "G2"] as const).map((name) => block(`object-group network ${name}`, made[name])),
      ...(["P1", "P2"] as const).map((name) => block(`object-group service ${name} tcp`, made[name])),
      block("object-group service P3 tcp-udp", made.P3),
      block("object-group service M1", made.M1),
      block("object-group protocol T1", made.T1),
      block("object-group icmp-type I1", made.I1),
    ].join("\n"),
  );

const side = fc.oneof(
  { weight: 6, arbitrary: fc.constant("any") },
  fc.constantFrom("any4", "any6", "object N1", "object N2", "object N3", "object-group G1"),
  fc.constantFrom("object-group G2", "interface inside", "host PRINTER"),
  host4.map((one) => `host ${one}`),
  host6.map((one) => `host ${one}`),
  subnet4,
  subnet6,
);
const tcpPorts = fc.oneof(
  fc.constant(""),
  operator.map((one) => ` ${one}`),
  fc.constantFrom(" object-group P1", " object-group P2", " object-group P3"),
);
const bothPorts = fc.oneof(
  fc.constant(""),
  operator.map((one) => ` ${one}`),
  fc.constant(" object-group P3"),
);
const match = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("ip", "object S1", "object S2", "object-group M1", "object-group T1", "gre", "icmp6"),
      side,
      side,
    )
    .map(([protocol, from, to]) => `${protocol} ${from} ${to}`),
  fc
    .tuple(side, tcpPorts, side, tcpPorts)
    .map(([from, fromPorts, to, toPorts]) => `tcp ${from}${fromPorts} ${to}${toPorts}`),
  fc
    .tuple(side, bothPorts, side, bothPorts)
    .map(([from, fromPorts, to, toPorts]) => `udp ${from}${fromPorts} ${to}${toPorts}`),
  fc
    .tuple(side, operator, side, operator)
    .map(([from, ports, to, more]) => `object-group T1 ${from} ${ports} ${to} ${more}`),
  fc
    .tuple(side, side, fc.oneof(icmpType, fc.constantFrom("", "object-group I1")))
    .map(([from, to, type]) => `icmp ${from} ${to} ${type}`.trimEnd()),
  fc.tuple(side, side, icmp6Type).map(([from, to, type]) => `icmp6 ${from} ${to} ${type}`),
);
const line = fc
  .tuple(
    fc.constantFrom(...LISTS),
    fc.constantFrom("permit", "permit", "deny"),
    match,
    fc.constantFrom("", "", " log", " inactive"),
  )
  .map(([list, action, matched, option]) => `access-list ${list} extended ${action} ${matched}${option}`);

const bindings = fc
  .record({
    in: fc.dictionary(fc.constantFrom(...INTERFACES), fc.constantFrom(...LISTS), { minKeys: 2, maxKeys: 4 }),
    out: fc.dictionary(fc.constantFrom(...INTERFACES), fc.constantFrom(...LISTS), { maxKeys: 2 }),
    global: fc.option(fc.constantFrom(...LISTS), { freq: 2 }),
  })
  .map((bound) => [
    ...Object.entries(bound.in).map(([name, list]) => `access-group ${list} in interface ${name}`),
    ...Object.entries(bound.out).map(([name, list]) => `access-group ${list} out interface ${name}`),
    ...(bound.global ? [`access-group ${bound.global} global`] : []),
  ]);

function interfaceBlocks(levels: readonly number[]): string[] {
  return INTERFACES.map((name, at) =>
    block(`interface GigabitEthernet0/${at}`, [
      `nameif ${name}`,
      `security-level ${levels[at] ?? 0}`,
      `ip address 10.0.0.${at + 5} 255.255.255.0 standby 10.0.0.${at + 15}`,
      `ipv6 address 2001:db8::${at + 5}/64`,
    ]),
  );
}

/**
 * Generates the text of ASA configurations. The texts have no version line, because `asa-interpreter.ts` does not
 * support that line.
 */
export const generatedConfigurations: fc.Arbitrary<string> = fc
  .record({
    levels: fc.array(fc.constantFrom(0, 50, 50, 100), { minLength: 4, maxLength: 4 }),
    sameLevel: fc.subarray(["inter", "intra"]),
    objects,
    lines: fc.array(line, { minLength: 3, maxLength: 10 }),
    bindings,
  })
  .map((made) =>
    [
      "name 10.0.0.9 PRINTER",
      ...interfaceBlocks(made.levels),
      ...made.sameLevel.map((kind) => `same-security-traffic permit ${kind}-interface`),
      made.objects,
      // Every access list has at least one line, because `access-group` cannot refer to an empty list.
      ...LISTS.map((list) => `access-list ${list} extended deny tcp host 10.0.0.3 any`),
      ...made.lines,
      ...made.bindings,
    ].join("\n"),
  );

/**
 * Generates connections. Most addresses and ports are in the ranges that generated configurations use, so that many of
 * them are at the end of a range or next to it.
 */
export const askedConnections: fc.Arbitrary<Connection> = fc.constantFrom(4 as const, 6 as const).chain((family) => {
  const address = fc
    .oneof(
      { weight: 8, arbitrary: family === 4 ? host4 : host6 },
      fc.constant(family === 4 ? "192.0.2.1" : "2001:db9::"),
    )
    .map(addressOf);
  return fc
    .record({
      inInterface: fc.constantFrom(...INTERFACES),
      outInterface: fc.constantFrom(...INTERFACES),
      source: address,
      destination: address,
      protocol: fc.constantFrom(1, 6, 6, 6, 17, 17, 47, 50, 58, 89),
      sourcePort: fc.oneof(portNumber, fc.constantFrom(0, 65_535)),
      port: fc.oneof(portNumber, fc.constantFrom(0, 65_535)),
      icmpType: fc.constantFrom(0, 1, 2, 3, 8, 11, 128, 129),
      icmpCode: fc.constantFrom(0, 1, 4),
    })
    .map(({ sourcePort, port: to, icmpType: type, icmpCode, ...asked }) => ({
      ...asked,
      family,
      ...((asked.protocol === 6 || asked.protocol === 17) && { sourcePort, port: to }),
      ...((asked.protocol === 1 || asked.protocol === 58) && { icmpType: type, icmpCode }),
    }));
});
