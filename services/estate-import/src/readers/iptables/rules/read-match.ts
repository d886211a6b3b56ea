import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { readNetwork, readRange } from "../../text/parse-address.ts";
import { shown } from "../../text/refusal.ts";
import { type IcmpType, readIcmpType } from "./icmp-type.ts";
import { connectionsInStates, firstPacketHasFlags, type NewConnections } from "./new-connections.ts";
import { protocolNumber } from "./protocol-number.ts";
import type { RuleOption } from "./split-options.ts";

type AddressTerm = NonNullable<SnapshotRowInput["source"]>[number];
type InterfaceTerm = NonNullable<SnapshotRowInput["inInterface"]>[number];

/** The conditions of one rule. A packet matches only if all of them hold. */
export interface RuleMatch {
  readonly source: AddressTerm[];
  readonly destination: AddressTerm[];
  readonly inInterface: InterfaceTerm[];
  readonly outInterface: InterfaceTerm[];
  protocol: { readonly number: number; readonly negated: boolean } | undefined;
  readonly ports: RuleOption[];
  readonly icmpTypes: { readonly negated: boolean; readonly type: IcmpType }[];
  connections: NewConnections;
  readonly comments: string[];
  /** The options that were already read and that a rule may contain only once. */
  readonly seen: Set<string>;
}

export interface MatchContext {
  readonly family: 4 | 6;
  readonly table: string;
  /**
   * The name of the network object that contains the device's own addresses. Undefined if these addresses are not
   * known.
   */
  readonly localObject: string | undefined;
  /**
   * The reasons why sets are not understood, by the name of the set. The value is undefined for a set that is
   * understood.
   */
  readonly sets: ReadonlyMap<string, string | undefined>;
}

/** The problem of an option, or undefined if the option was read. */
type MatchProblem =
  | { readonly kind: "notUnderstood"; readonly reason: string }
  | { readonly kind: "wrong"; readonly reason: string }
  | undefined;

type ReadMatch = (option: RuleOption, match: RuleMatch, context: MatchContext) => MatchProblem;

export const NO_ADDRESSES = "the addresses of the device are in no file; add `ip -j -d addr`";

const NEVER: NewConnections = { tracked: false, untracked: false };

export function emptyMatch(): RuleMatch {
  return {
    ...{ source: [], destination: [], inInterface: [], outInterface: [], protocol: undefined, ports: [] },
    ...{ icmpTypes: [], connections: { tracked: true, untracked: true }, comments: [], seen: new Set() },
  };
}

/** The functions that read options, by the name of the option. */
export const matchReaders: ReadonlyMap<string, ReadMatch> = new Map([
  ["-s", readAddresses],
  ["-d", readAddresses],
  ["--src-range", readAddressRange],
  ["--dst-range", readAddressRange],
  ["--src-type", readAddressType],
  ["--dst-type", readAddressType],
  ["--match-set", readSet],
  ["-i", readInterface],
  ["-o", readInterface],
  ["-p", readProtocol],
  ["--proto", readProtocol],
  ...["--sport", "--dport", "--sports", "--dports", "--ports"].map((name) => [name, readPort] as const),
  ["--icmp-type", readIcmp],
  ["--icmpv6-type", readIcmp],
  ["--syn", readTcpFlags],
  ["--tcp-flags", readTcpFlags],
  ["--ctstate", readState],
  ["--state", readState],
  ["--comment", readComment],
]);

function readAddresses({ name, negated, values: [text = ""] }: RuleOption, match: RuleMatch, { family }: MatchContext) {
  if (match.seen.has(name)) return notUnderstood(`${name} stands twice on this line`);
  match.seen.add(name);
  const parts = text.split(",");
  if (negated && parts.length > 1) return notUnderstood("iptables does not take a negated list of addresses");
  const members: AddressTerm["members"] = [];
  for (const part of parts) {
    const read = readNetwork(family, part);
    if (!read.ok) return problemOf(read);
    members.push({ address: read.text });
  }
  (name === "-s" ? match.source : match.destination).push({ negated, members });
  return undefined;
}

function readAddressRange(
  { name, negated, values: [text = ""] }: RuleOption,
  match: RuleMatch,
  { family }: MatchContext,
): MatchProblem {
  const read = readRange(family, text);
  if (read.ok === "empty") {
    if (!negated) match.connections = NEVER;
    return undefined;
  }
  if (!read.ok) return problemOf(read);
  (name === "--src-range" ? match.source : match.destination).push({ negated, members: [{ address: read.text }] });
  return undefined;
}

function readAddressType(
  { name, negated, values: [type = ""] }: RuleOption,
  match: RuleMatch,
  { localObject }: MatchContext,
): MatchProblem {
  if (type.toUpperCase() !== "LOCAL") return notUnderstood(`the address type ${shown(type)} is not understood`);
  if (localObject === undefined) return notUnderstood(NO_ADDRESSES);
  (name === "--src-type" ? match.source : match.destination).push({ negated, members: [{ object: localObject }] });
  return undefined;
}

function readSet({ negated, values }: RuleOption, match: RuleMatch, { sets }: MatchContext): MatchProblem {
  const [set = "", side = ""] = values;
  if (side !== "src" && side !== "dst") return notUnderstood(`${shown(side)} asks a set for more than one address`);
  if (!sets.has(set)) return notUnderstood(`the members of the set ${shown(set)} are in no file; add \`ipset save\``);
  const reason = sets.get(set);
  if (reason !== undefined) return notUnderstood(reason);
  (side === "src" ? match.source : match.destination).push({ negated, members: [{ object: set }] });
  return undefined;
}

function readInterface({ name: option, negated, values: [name = ""] }: RuleOption, match: RuleMatch): MatchProblem {
  if (match.seen.has(option)) return notUnderstood(`${option} stands twice on this line`);
  match.seen.add(option);
  if (name === "") return wrong(`${option} names no interface`);
  if (name.length > 255) return wrong(`${shown(name)} is no name of an interface`);
  if (name === "+") {
    if (negated) match.connections = NEVER;
    return undefined;
  }
  const member = name.endsWith("+") ? { name: name.slice(0, -1), prefix: true } : { name };
  (option === "-i" ? match.inInterface : match.outInterface).push({ negated, members: [member] });
  return undefined;
}

function readProtocol({ negated, values: [text = ""] }: RuleOption, match: RuleMatch): MatchProblem {
  if (match.seen.has("-p")) return notUnderstood("-p stands twice on this line");
  match.seen.add("-p");
  const number = protocolNumber(text);
  if (number === undefined) return notUnderstood(`the protocol ${shown(text)} is not known`);
  if (number !== 0) match.protocol = { number, negated };
  else if (negated) match.connections = NEVER;
  return undefined;
}

function readPort(option: RuleOption, match: RuleMatch): MatchProblem {
  match.ports.push(option);
  return undefined;
}

function readIcmp(
  { name, negated, values: [text = ""] }: RuleOption,
  match: RuleMatch,
  { family }: MatchContext,
): MatchProblem {
  const [option, protocol] = family === 4 ? ["--icmp-type", 1] : ["--icmpv6-type", 58];
  if (name !== option) return notUnderstood(`${name} does not belong to IPv${family}`);
  // iptables-save prints the protocol before the ICMP type.
  if (match.protocol?.number !== protocol || match.protocol.negated)
    return notUnderstood(`${name} is understood after -p ${family === 4 ? "icmp" : "ipv6-icmp"} alone`);
  const type = readIcmpType(family, text);
  if (type === undefined) return notUnderstood(`the ICMP type ${shown(text)} is not known`);
  if (type !== "any") match.icmpTypes.push({ negated, type });
  else if (negated) match.connections = NEVER;
  return undefined;
}

function readTcpFlags({ name, negated, values }: RuleOption, match: RuleMatch): MatchProblem {
  if (match.protocol?.number !== 6 || match.protocol.negated)
    return notUnderstood(`${name} is understood after -p tcp alone`);
  const [mask = "", set = ""] = name === "--syn" ? ["FIN,SYN,RST,ACK", "SYN"] : values;
  const matches = firstPacketHasFlags(mask, set);
  if (matches === undefined) return notUnderstood("these TCP flags are not known");
  if (matches === negated) match.connections = NEVER;
  return undefined;
}

function readState(
  { negated, values: [states = ""] }: RuleOption,
  match: RuleMatch,
  { table }: MatchContext,
): MatchProblem {
  const found = connectionsInStates(states, negated, table);
  if (!found) return notUnderstood(`the states ${shown(states)} are not understood`);
  const { tracked, untracked } = match.connections;
  match.connections = { tracked: tracked && found.tracked, untracked: untracked && found.untracked };
  return undefined;
}

function readComment({ values: [comment = ""] }: RuleOption, match: RuleMatch): MatchProblem {
  match.comments.push(comment);
  return undefined;
}

function notUnderstood(reason: string): MatchProblem {
  return { kind: "notUnderstood", reason };
}

function wrong(reason: string): MatchProblem {
  return { kind: "wrong", reason };
}

function problemOf(read: { readonly wrong: boolean; readonly reason: string }): MatchProblem {
  return read.wrong ? wrong(read.reason) : notUnderstood(read.reason);
}
