import fc from "fast-check";
import type { AerleonPolicy, AerleonTerm, NetworkDefinition, ServiceDefinition } from "./aerleon-policy.ts";

/**
 * The devices for which aerleon generates rules from a policy. A policy of the kind "iptables and ASA" contains only
 * what both kinds of device understand.
 */
export type PolicyKind = "iptables and ASA" | "iptables" | "ip6tables";

const NETWORKS = 5;
const SERVICES = 4;

/**
 * Networks that contain all other generated networks. A side with exclusions contains either these networks or every
 * address, so that the exclusions never leave the side empty. An empty side must be avoided because aerleon generates
 * incorrect rules for it.
 */
const WIDE: readonly string[] = ["10.0.0.0/16", "2001:db8::/48"];

// Addresses and ports are chosen from few values, so that the traffic of generated terms often overlaps.
const address4 = fc
  .tuple(fc.integer({ min: 0, max: 127 }), fc.constantFrom(24, 26, 28, 29, 30, 31, 32, 32, 32))
  .map(([host, length]) => `10.0.0.${host & ~(2 ** (32 - length) - 1)}/${length}`);
const address6 = fc
  .tuple(fc.integer({ min: 0, max: 127 }), fc.constantFrom(121, 123, 125, 126, 127, 128, 128))
  .map(([host, length]) => `2001:db8::${(host & ~(2 ** (128 - length) - 1)).toString(16)}/${length}`);
type Families = "IPv4" | "IPv6" | "both";
const ADDRESSES: Readonly<Record<Families, fc.Arbitrary<string>>> = {
  IPv4: address4,
  IPv6: address6,
  both: fc.oneof(address4, address6),
};

// In rules for an ASA, aerleon writes some of these ports as names. Port 750 is left out, because its name, kerberos,
// means port 88 or port 750 depending on the device's version.
const PORTS = [0, 1, 7, 9, 13, 19, 20, 21, 22, 23, 25, 37, 42, 43, 49, 53, 67, 68, 69, 70, 79, 80, 101, 109, 110, 111];
const MORE_PORTS = [113, 119, 123, 137, 138, 139, 143, 161, 162, 177, 179, 194, 195, 389, 434, 443, 496, 500, 512, 513];
const HIGH_PORTS = [514, 515, 517, 520, 540, 543, 544, 554, 636, 1352, 1494, 1521, 1645, 1646, 1720, 1723, 2049, 2748];
const LAST_PORTS = [5060, 5190, 5510, 5631, 5632, 8080, 65534, 65535];
const ALL_PORTS = [...PORTS, ...MORE_PORTS, ...HIGH_PORTS, ...LAST_PORTS];
const port = fc.constantFrom(...ALL_PORTS);
const portRange = fc.oneof(
  port.map(String),
  fc
    .tuple(port, port)
    .map(([one, other]) => (one === other ? `${one}` : `${Math.min(one, other)}-${Math.max(one, other)}`)),
);

const TYPES_4 = ["echo-reply", "unreachable", "redirect", "echo-request", "router-advertisement", "time-exceeded"];
const MORE_TYPES_4 = ["parameter-problem", "timestamp-request", "information-reply", "mask-request", "source-quench"];
const TYPES_6 = ["destination-unreachable", "packet-too-big", "echo-request", "echo-reply", "neighbor-solicit"];
const OTHER_PROTOCOLS = ["gre", "esp", "ah", "ospf", "pim", "igmp"];
// These protocols are not used for an ASA, because aerleon would write names that an ASA does not know.
const IPTABLES_PROTOCOLS = ["ipip", "vrrp", "rsvp", "sctp", "udplite", "l2tp"];

/**
 * Generates lists of at most `most` names. Each name consists of the prefix and a number from 0 to `count - 1`, such as
 * `N0`.
 */
function namesOf(prefix: string, count: number, most: number): fc.Arbitrary<string[]> {
  const names = Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  return fc.subarray(names, { maxLength: Math.min(most, count) });
}

function networksOf(families: Families): fc.Arbitrary<NetworkDefinition[]> {
  const definitions = Array.from({ length: NETWORKS }, (_, at) =>
    fc.record({
      name: fc.constant(`N${at}`),
      addresses: fc.array(ADDRESSES[families], { minLength: 1, maxLength: 3 }),
      nested: namesOf("N", at, 2),
    }),
  );
  const addresses = WIDE.filter((text) => families === "both" || text.includes(":") === (families === "IPv6"));
  return fc.tuple(...definitions).map((made) => [...made, { name: "WIDE", addresses, nested: [] }]);
}

// Every service has ports of TCP and of UDP. aerleon refuses a term for both protocols if a service of the term has
// ports of only one protocol.
const services: fc.Arbitrary<ServiceDefinition[]> = fc.tuple(
  ...Array.from({ length: SERVICES }, (_, at) =>
    fc.record({
      name: fc.constant(`S${at}`),
      ports: fc
        .tuple(fc.array(portRange, { minLength: 1, maxLength: 5 }), fc.array(portRange, { minLength: 1, maxLength: 3 }))
        .map(([tcp, udp]) => [...tcp.map((one) => `tcp ${one}`), ...udp.map((one) => `udp ${one}`)]),
      nested: namesOf("S", at, 1),
    }),
  ),
);

const EMPTY: AerleonTerm = {
  "source-address": [],
  "source-exclude": [],
  "destination-address": [],
  "destination-exclude": [],
  protocol: [],
  "source-port": [],
  "destination-port": [],
  "icmp-type": [],
  option: [],
  logging: [],
  action: ["deny"],
};

/**
 * Generates one side of a term: the names of its networks, and the names of excluded networks. Only a side with
 * exclusions may contain the network WIDE.
 */
function sideOf(kind: PolicyKind, families: Families) {
  // aerleon fails if a side that applies to both address families has excluded addresses.
  const excludes = families === "both" ? fc.constant([]) : namesOf("N", NETWORKS, 2);
  return fc
    .tuple(namesOf("N", NETWORKS, 3), fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, excludes), fc.boolean())
    .map(([named, excluded, fromAny]) => {
      if (excluded.length === 0) return { named, excluded };
      // A side without named addresses matches every address. In rules for an ASA, aerleon ignores the exclusions of
      // such a side. For an ASA, a side with exclusions therefore always contains WIDE.
      return { named: fromAny && kind !== "iptables and ASA" ? [] : [...named, "WIDE"], excluded };
    });
}

type Matched = Partial<AerleonTerm>;

function matchedOf(kind: PolicyKind): fc.Arbitrary<Matched> {
  const served = namesOf("S", SERVICES, 2);
  const ports = fc
    .tuple(fc.subarray(["tcp", "udp"], { minLength: 1 }), served, served)
    .map(([protocol, from, to]) => ({ protocol, "source-port": from, "destination-port": to }));
  const [name, types] = kind === "ip6tables" ? ["icmpv6", TYPES_6] : ["icmp", [...TYPES_4, ...MORE_TYPES_4]];
  const numbered = kind === "iptables and ASA" ? OTHER_PROTOCOLS : [...OTHER_PROTOCOLS, ...IPTABLES_PROTOCOLS];
  const protocols = fc.subarray([name, "tcp", "udp", ...numbered], { maxLength: 4 }).map((protocol) => ({ protocol }));
  const icmp = fc
    .subarray(types, { minLength: 1, maxLength: 4 })
    .map((some) => ({ protocol: [name], "icmp-type": some }));
  const both = [
    { weight: 4, arbitrary: ports as fc.Arbitrary<Matched> },
    { weight: 1, arbitrary: protocols as fc.Arbitrary<Matched> },
    { weight: 1, arbitrary: icmp },
  ];
  if (kind === "iptables and ASA") return fc.oneof(...both);
  const established = fc.constant({ protocol: ["tcp"], option: ["tcp-established"] });
  const initial = served.map((to) => ({ protocol: ["tcp"], option: ["tcp-initial"], "destination-port": to }));
  return fc.oneof(...both, established as fc.Arbitrary<Matched>, initial as fc.Arbitrary<Matched>);
}

function termOf(kind: PolicyKind, families: Families): fc.Arbitrary<AerleonTerm> {
  const actions = ["accept", "accept", "accept", "deny", "reject"];
  return fc
    .record({
      source: sideOf(kind, families),
      destination: sideOf(kind, families),
      matched: matchedOf(kind),
      isLogged: fc.boolean(),
      // The action "next" is not used for an ASA, because aerleon would write the text "! next" into the access list.
      action: fc.constantFrom(...actions, ...(kind === "iptables and ASA" ? [] : ["next"])),
    })
    .map(({ source, destination, matched, isLogged, action }) => ({
      ...EMPTY,
      ...matched,
      "source-address": source.named,
      "source-exclude": source.excluded,
      "destination-address": destination.named,
      "destination-exclude": destination.excluded,
      logging: isLogged ? ["true"] : [],
      action: [action],
    }));
}

const TARGETS: Readonly<Record<PolicyKind, (standard: string, options: string) => string[]>> = {
  // An ASA denies what none of its lines permits.
  "iptables and ASA": (_standard, options) => [`speedway FORWARD DROP${options}`, "ciscoasa edge-in"],
  iptables: (standard, options) => [`speedway FORWARD ${standard}${options}`],
  ip6tables: (standard, options) => [`speedway FORWARD inet6 ${standard}${options}`],
};

export function aerleonPolicies(kind: PolicyKind): fc.Arbitrary<AerleonPolicy> {
  const ofKind: Families = kind === "ip6tables" ? "IPv6" : "IPv4";
  return fc.constantFrom<Families>(ofKind, ofKind, "both").chain((families) => policiesOf(kind, families));
}

function policiesOf(kind: PolicyKind, families: Families): fc.Arbitrary<AerleonPolicy> {
  return fc
    .record({
      networks: networksOf(families),
      services,
      terms: fc.array(termOf(kind, families), { minLength: 1, maxLength: 7 }),
      last: fc.constantFrom([], [EMPTY], [{ ...EMPTY, action: ["reject"] }], [{ ...EMPTY, action: ["accept"] }]),
      standard: fc.constantFrom("DROP", "ACCEPT"),
      options: fc.constantFrom("", " nostate", " noverbose"),
    })
    .map(({ networks: made, services: served, terms, last, standard, options }) => ({
      networks: made,
      services: served,
      targets: TARGETS[kind](standard, options),
      terms: [...terms, ...last],
    }));
}

/**
 * A policy for iptables and ASA. Each port and each IPv4 ICMP type that this generator uses occurs in exactly one term.
 */
export const everyName: AerleonPolicy = {
  networks: [{ name: "N0", addresses: ["10.0.0.0/24"], nested: [] }],
  services: ALL_PORTS.map((number) => ({ name: `S${number}`, ports: [`tcp ${number}`, `udp ${number}`], nested: [] })),
  targets: TARGETS["iptables and ASA"]("DROP", ""),
  terms: [
    ...ALL_PORTS.map((number) => ({
      ...{ ...EMPTY, "source-address": ["N0"], protocol: ["tcp", "udp"] },
      ...{ "destination-port": [`S${number}`], action: ["accept"] },
    })),
    ...[...TYPES_4, ...MORE_TYPES_4].map((type) => ({
      ...{ ...EMPTY, "source-address": ["N0"], protocol: ["icmp"], "icmp-type": [type], action: ["accept"] },
    })),
  ],
};

/** Returns the policy with the prefix added to the name of each network and service. */
export function withPrefix(prefix: string, policy: AerleonPolicy): AerleonPolicy {
  const rename = (names: readonly string[]) => names.map((name) => `${prefix}${name}`);
  const redefine = <T extends { name: string; nested: readonly string[] }>(definitions: readonly T[]) =>
    definitions.map((one) => ({ ...one, name: `${prefix}${one.name}`, nested: rename(one.nested) }));
  return {
    ...policy,
    networks: redefine(policy.networks),
    services: redefine(policy.services),
    terms: policy.terms.map((term) => ({
      ...term,
      "source-address": rename(term["source-address"]),
      "source-exclude": rename(term["source-exclude"]),
      "destination-address": rename(term["destination-address"]),
      "destination-exclude": rename(term["destination-exclude"]),
      "source-port": rename(term["source-port"]),
      "destination-port": rename(term["destination-port"]),
    })),
  };
}
