import { parseCidr } from "@network-access/traffic-sets/cidr";
import fc from "fast-check";
import type { AerleonPolicy, NetworkDefinition, ServiceDefinition } from "./aerleon-policy.ts";
import type { Packet } from "./run-aerleon.ts";

/**
 * The first packet of a new connection. `icmp` is aerleon's name of the packet's ICMP type. Only packets of ICMP and
 * ICMPv6 have a type.
 */
export interface AskedPacket extends Packet {
  readonly icmp?: string;
}

/** The protocol numbers by the names that aerleon uses. */
export const PROTOCOLS: Readonly<Record<string, number>> = {
  ...{ icmp: 1, igmp: 2, ipip: 4, tcp: 6, udp: 17, gre: 47 },
  ...{ esp: 50, ah: 51, icmpv6: 58, ospf: 89, pim: 103, vrrp: 112 },
  ...{ rsvp: 46, l2tp: 115, sctp: 132, udplite: 136 },
};

/** Maps aerleon's names of ICMP types to their numbers, for each address family. */
export const ICMP_TYPES: Readonly<Record<4 | 6, Readonly<Record<string, number>>>> = {
  4: {
    ...{ "echo-reply": 0, unreachable: 3, "source-quench": 4, redirect: 5, "echo-request": 8 },
    ...{ "router-advertisement": 9, "time-exceeded": 11, "parameter-problem": 12, "timestamp-request": 13 },
    ...{ "information-reply": 16, "mask-request": 17 },
  },
  6: {
    ...{ "destination-unreachable": 1, "packet-too-big": 2, "echo-request": 128, "echo-reply": 129 },
    "neighbor-solicit": 135,
  },
};

/**
 * Returns random packets. For about half of them, one term is chosen, and the packet's addresses and ports come from
 * the ranges of this term. For the other packets, addresses and ports come from all ranges of the policy. Most
 * addresses and ports are the first or last value of a range, or differ from it by 1.
 */
export function askedPackets(
  { networks, services, terms }: AerleonPolicy,
  family: 4 | 6,
  { seed, count }: { readonly seed: number; readonly count: number },
): AskedPacket[] {
  const [addresses, ports] = [addressNear(networks, family), portNear(services)];
  const anywhere = packet(addresses, addresses, serviceNear(ports, ports, []));
  const aimed = terms.map((term) => {
    const addressIn = (names: readonly string[]) => addressNear(reached(names, networks), family);
    const portIn = (names: readonly string[]) => portNear(reached(names, services));
    const service = serviceNear(portIn(term["source-port"]), portIn(term["destination-port"]), term.protocol);
    return packet(addressIn(term["source-address"]), addressIn(term["destination-address"]), service);
  });
  return fc.sample(fc.oneof(anywhere, fc.oneof(...aimed)), { seed, numRuns: count });
}

/** Returns the definitions with these names, and all definitions that are nested in them directly or indirectly. */
function reached<T extends NetworkDefinition | ServiceDefinition>(names: readonly string[], all: readonly T[]): T[] {
  return all
    .filter(({ name }) => names.includes(name))
    .flatMap((definition) => [definition, ...reached(definition.nested, all)]);
}

type Service = Omit<AskedPacket, "source" | "destination">;

function packet(
  source: fc.Arbitrary<string>,
  destination: fc.Arbitrary<string>,
  service: fc.Arbitrary<Service>,
): fc.Arbitrary<AskedPacket> {
  return fc.record({ source, destination, service }).map(({ service: asked, ...sides }) => ({ ...sides, ...asked }));
}

/**
 * Generates the protocol of a packet, with its ports or its ICMP type. The protocol is one of `protocols`, or any
 * protocol if that list is empty. The generators `sourcePort` and `port` are used for TCP and UDP. Packets of other
 * protocols have the ports 0.
 */
function serviceNear(sourcePort: fc.Arbitrary<number>, port: fc.Arbitrary<number>, protocols: readonly string[]) {
  const ported = ["tcp", "udp"];
  const names = protocols.length > 0 ? protocols : [...ported, ...ported, ...Object.keys(PROTOCOLS)];
  return fc.constantFrom(...names).chain((protocol): fc.Arbitrary<Service> => {
    if (ported.includes(protocol)) return fc.record({ protocol: fc.constant(protocol), sourcePort, port });
    const none = { protocol, sourcePort: 0, port: 0 };
    if (protocol !== "icmp" && protocol !== "icmpv6") return fc.constant(none);
    const types = Object.keys(ICMP_TYPES[protocol === "icmp" ? 4 : 6]);
    return fc.constantFrom(...types).map((icmp) => ({ ...none, icmp }));
  });
}

function addressNear(networks: readonly NetworkDefinition[], family: 4 | 6): fc.Arbitrary<string> {
  const ends = networks.flatMap(({ addresses }) => addresses).flatMap((text) => endsOf(text, family));
  return near(ends, 2n ** (family === 4 ? 32n : 128n) - 1n).map((value) => printed(value, family));
}

function portNear(services: readonly ServiceDefinition[]): fc.Arbitrary<number> {
  const ends = services.flatMap(({ ports }) => ports).flatMap((text) => text.split(" ")[1]?.split("-") ?? []);
  return near(ends.map(BigInt), 65_535n).map(Number);
}

function endsOf(text: string, family: 4 | 6): bigint[] {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.cidr.family === family ? [parsed.cidr.low, parsed.cidr.high] : [];
}

/**
 * Generates integers from 0 to `last`. About nine of ten are one of `ends` or differ from it by 1. If `ends` is empty,
 * generates any integers in this range.
 */
function near(ends: readonly bigint[], last: bigint): fc.Arbitrary<bigint> {
  const any = fc.bigInt({ min: 0n, max: last });
  const values = ends.flatMap((end) => [end, end, end - 1n, end + 1n]).filter((value) => value >= 0n && value <= last);
  return values.length === 0 ? any : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, any);
}

function printed(value: bigint, family: 4 | 6): string {
  const [size, count, radix, separator] = family === 4 ? [8n, 4n, 10, "."] : [16n, 8n, 16, ":"];
  const parts = Array.from({ length: Number(count) }, (_, at) => {
    const shift = (count - 1n - BigInt(at)) * size;
    return ((value >> shift) & (2n ** size - 1n)).toString(radix);
  });
  return parts.join(separator);
}
