import fc from "fast-check";
import { type AskedConnection, type AskedSets, addressOf } from "./iptables-interpreter.ts";

/** An iptables-save listing with the sets that its rules use. */
export interface GeneratedListing {
  readonly family: 4 | 6;
  readonly text: string;
  readonly sets: AskedSets;
}

const address = (family: 4 | 6, host: number) => (family === 4 ? `10.0.0.${host}` : `2001:db8::${host.toString(16)}`);
const INTERFACES = ["eth0", "eth1", "veth1"] as const;
const PORTS = [22, 80, 443, 1024] as const;

const host = fc.integer({ min: 0, max: 15 });
const negation = fc.constantFrom("", "", "", "! ");
const maybe = (weight: number, piece: fc.Arbitrary<string>) =>
  fc.oneof({ weight, arbitrary: piece }, { weight: 10 - weight, arbitrary: fc.constant("") });

function block(family: 4 | 6): fc.Arbitrary<string> {
  const lengths = family === 4 ? [32, 31, 30, 29] : [128, 127, 126, 125];
  return fc.tuple(host, fc.integer({ min: 0, max: 3 })).map(([at, index]) => {
    const size = 2 ** index;
    return `${address(family, Math.floor(at / size) * size)}/${lengths[index]}`;
  });
}

const ports = fc.tuple(fc.constantFrom(...PORTS), fc.constantFrom(...PORTS), fc.boolean()).map(([a, b, isOne]) => {
  if (isOne) return String(a);
  return `${Math.min(a, b)}:${Math.max(a, b)}`;
});

function service(family: 4 | 6): fc.Arbitrary<string> {
  const both = fc.constantFrom("tcp", "udp");
  const single = fc
    .tuple(
      both,
      maybe(
        6,
        fc.tuple(negation, ports).map(([not, port]) => ` ${not}--dport ${port}`),
      ),
      maybe(
        3,
        fc.tuple(negation, ports).map(([not, port]) => ` ${not}--sport ${port}`),
      ),
    )
    .map(([protocol, dport, sport]) => `-p ${protocol}${dport || sport ? ` -m ${protocol}` : ""}${sport}${dport}`);
  const many = fc
    .tuple(
      both,
      negation,
      fc.constantFrom("--dports", "--sports", "--ports"),
      fc.array(ports, { minLength: 1, maxLength: 3 }),
    )
    .map(([protocol, not, side, list]) => `-p ${protocol} -m multiport ${not}${side} ${list.join(",")}`);
  const flags = fc.constantFrom(
    "-p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN",
    "-p tcp -m tcp ! --tcp-flags FIN,SYN,RST,ACK SYN",
    "-p tcp -m tcp --tcp-flags ALL NONE",
    "-p tcp -m tcp --tcp-flags FIN,RST NONE",
    "-p tcp -m tcp --tcp-flags SYN,RST SYN,RST",
  );
  const icmp =
    family === 4
      ? fc.constantFrom(
          "-p icmp -m icmp --icmp-type 8",
          "-p icmp -m icmp ! --icmp-type 3/3",
          "-p icmp -m icmp --icmp-type any",
          "-p icmp",
          "! -p icmp",
        )
      : fc.constantFrom(
          "-p ipv6-icmp -m icmp6 --icmpv6-type 128",
          "-p ipv6-icmp -m icmp6 ! --icmpv6-type 1/4",
          "-p ipv6-icmp",
        );
  return fc.oneof(
    { weight: 5, arbitrary: single },
    { weight: 2, arbitrary: many },
    flags,
    icmp,
    fc.constantFrom("-p gre", "! -p tcp"),
  );
}

const states = fc
  .tuple(
    negation,
    fc.uniqueArray(fc.constantFrom("NEW", "ESTABLISHED", "RELATED", "INVALID", "UNTRACKED"), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([not, list]) => `-m conntrack ${not}--ctstate ${list.join(",")}`);
const unknown = fc.constantFrom("-m limit --limit 5/min", "-m mac --mac-source 00:11:22:33:44:55");
const comment = fc.constantFrom("-m comment --comment web", '-m comment --comment "to \\"the\\" web"');

function matches(family: 4 | 6, chain: string): fc.Arbitrary<string> {
  const side = (flag: string) => fc.tuple(negation, block(family)).map(([not, text]) => `${not}${flag} ${text}`);
  const range = fc
    .tuple(negation, fc.constantFrom("--src-range", "--dst-range"), host, host)
    .map(([not, flag, a, b]) => {
      return `-m iprange ${not}${flag} ${address(family, Math.min(a, b))}-${address(family, Math.max(a, b))}`;
    });
  const set = fc
    .tuple(negation, fc.constantFrom("src", "dst"))
    .map(([not, where]) => `-m set ${not}--match-set hosts${family} ${where}`);
  const ends = fc.constantFrom("eth0", "eth1", "eth+", "veth1");
  const through = (flag: string) => fc.tuple(negation, ends).map(([not, name]) => `${not}${flag} ${name}`);
  const none = fc.constant("");
  const isIn = chain !== "OUTPUT";
  const isOut = chain !== "INPUT" && chain !== "PREROUTING";
  return fc
    .tuple(
      maybe(4, side("-s")),
      maybe(4, side("-d")),
      isIn && !chain.startsWith("C") ? maybe(2, through("-i")) : none,
      isOut && !chain.startsWith("C") ? maybe(2, through("-o")) : none,
      maybe(5, service(family)),
      maybe(1, range),
      maybe(1, set),
      chain === "PREROUTING" ? none : maybe(2, states),
      maybe(1, comment),
      maybe(1, unknown),
    )
    .map((pieces) => pieces.filter((piece) => piece !== "").join(" "));
}

function rule(family: 4 | 6, chain: string, called: readonly string[]): fc.Arbitrary<string> {
  const calls = called.flatMap((name) => [`-j ${name}`, `-j ${name}`, `-g ${name}`]);
  const raw = ["-j CT --notrack", "-j NOTRACK", "-j DROP", "-j ACCEPT"];
  const decisions = [
    "-j ACCEPT",
    "-j ACCEPT",
    "-j DROP",
    "-j REJECT --reject-with tcp-reset",
    '-j LOG --log-prefix "seen "',
    "",
  ];
  const targets =
    chain === "PREROUTING"
      ? raw
      : [...decisions, ...(chain.startsWith("C") ? ["-j RETURN", "-j RETURN"] : []), ...calls];
  return fc
    .tuple(matches(family, chain), fc.constantFrom(...targets))
    .map(([found, target]) => ["-A", chain, found, target].filter((piece) => piece !== "").join(" "));
}

export const generatedListings: fc.Arbitrary<GeneratedListing> = fc.constantFrom<4 | 6>(4, 6).chain((family) => {
  const users = ["C0", "C1", "C2"] as const;
  const rows = (chain: string, called: readonly string[], most = 5) =>
    fc.array(rule(family, chain, called), { maxLength: most });
  const policy = fc.constantFrom("ACCEPT", "DROP");
  return fc
    .tuple(
      fc.tuple(policy, policy, policy),
      fc.tuple(rows("INPUT", users), rows("FORWARD", users), rows("OUTPUT", users)),
      fc.tuple(rows("C0", ["C1", "C2"]), rows("C1", ["C2"]), rows("C2", [])),
      fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rows("PREROUTING", [], 3) }),
      fc.array(host, { minLength: 1, maxLength: 3 }),
    )
    .map(([policies, builtIn, user, raw, members]) => {
      const filter = [
        "*filter",
        ...["INPUT", "FORWARD", "OUTPUT"].map((chain, index) => `:${chain} ${policies[index]} [0:0]`),
        ...users.map((chain) => `:${chain} - [0:0]`),
        ...[...builtIn, ...user].flat(),
        "COMMIT",
      ];
      const before = raw ? ["*raw", ":PREROUTING ACCEPT [0:0]", ":OUTPUT ACCEPT [0:0]", ...raw, "COMMIT"] : [];
      const made = `# Generated by ${family === 4 ? "iptables" : "ip6tables"}-save v1.8.9`;
      const sets = { [`hosts${family}`]: members.map((member) => address(family, member)) };
      return { family, text: [made, ...before, ...filter, ""].join("\n"), sets };
    });
});

/**
 * Generates one connection. Each address is an address that generated listings can contain, or one of the two addresses
 * after them. Each port is a port of the generated listings, 0 or 65535, or the port directly before or after one of
 * these.
 */
export function askedOf(family: 4 | 6): fc.Arbitrary<AskedConnection> {
  const near = fc.constantFrom(
    ...[0, ...PORTS, 65_535]
      .flatMap((port) => [port - 1, port, port + 1])
      .filter((port) => port >= 0 && port <= 65_535),
  );
  const value = fc.integer({ min: 0, max: 17 }).map((at) => addressOf(address(family, at)));
  return fc.record({
    family: fc.constant(family),
    chain: fc.constantFrom("INPUT", "FORWARD", "OUTPUT"),
    source: value,
    destination: value,
    protocol: fc.constantFrom(6, 6, 17, family === 4 ? 1 : 58, 47),
    sourcePort: near,
    port: near,
    icmpType: fc.constantFrom(0, 1, 3, 8, 9, 128),
    icmpCode: fc.constantFrom(0, 3, 4),
    inInterface: fc.constantFrom(...INTERFACES),
    outInterface: fc.constantFrom(...INTERFACES),
  });
}
