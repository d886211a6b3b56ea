/**
 * Decides whether a device accepts new connections. For every connection, the interpreter reads the text of the ASA
 * configuration line by line. It shares no code with the ASA reader or the estate model, because tests use it as an
 * independent check of the reader.
 */

import { addressOf } from "./iptables-interpreter.ts";

export interface Connection {
  /** The interface names from the lines `nameif`. */
  readonly inInterface: string;
  readonly outInterface: string;
  readonly family: 4 | 6;
  readonly source: bigint;
  readonly destination: bigint;
  readonly protocol: number;
  readonly sourcePort?: number;
  readonly port?: number;
  readonly icmpType?: number;
  readonly icmpCode?: number;
}

/** A line that is not indented, and the indented lines below it. Each line is divided into words. */
interface Block {
  readonly head: readonly string[];
  readonly body: readonly (readonly string[])[];
}

interface Question {
  readonly blocks: readonly Block[];
  readonly connection: Connection;
}

const PROTOCOLS = numbersOf(
  "icmp 1, igmp 2, ipinip 4, tcp 6, igrp 9, udp 17, gre 47, esp 50, ah 51, icmp6 58, eigrp 88, ospf 89, nos 94, " +
    "pim 103, pcp 108, snp 109",
);
const PORTS = numbersOf(
  "ftp 21, ssh 22, smtp 25, domain 53, www 80, ntp 123, snmp 161, https 443, isakmp 500, syslog 514, sqlnet 1521",
);
const ICMP_TYPES = numbersOf(
  "echo-reply 0, unreachable 3, redirect 5, echo 8, time-exceeded 11, mask-request 17, traceroute 30",
);
const ICMP6_TYPES = numbersOf("unreachable 1, packet-too-big 2, echo 128, echo-reply 129");
const OPERATORS = ["eq", "neq", "lt", "gt", "range"];
const LOG_WORD =
  /^(\d+|emergencies|alerts|critical|errors|warnings|notifications|informational|debugging|disable|default|interval)$/;
const SINGLE_LINE =
  /^(name \S+ \S+|same-security-traffic permit int(er|ra)-interface|access-group \S+ ((in|out) interface \S+|global))$/;

/**
 * Returns a function that reports whether the device with this configuration allows a connection. Throws an Error if
 * the text has a line that the interpreter does not support, or uses a name that the text does not define.
 */
export function interpretAsa(text: string): (connection: Connection) => "allowed" | "denied" {
  const blocks = blocksOf(text);
  const any: Connection = { inInterface: "", outInterface: "", family: 4, source: 0n, destination: 0n, protocol: 0 };
  for (const block of blocks) check(block, { blocks, connection: any });
  return (connection) => (isAllowed({ blocks, connection }) ? "allowed" : "denied");
}

function blocksOf(text: string): Block[] {
  const blocks: { head: string[]; body: string[][] }[] = [];
  for (const line of text.split("\n")) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "" || words[0]?.startsWith("!")) continue;
    const last = blocks.at(-1);
    if (!line.startsWith(" ")) blocks.push({ head: words, body: [] });
    else if (!last) unknown(words);
    else if (words[0] !== "description") last.body.push(words);
  }
  return blocks;
}

function check(block: Block, asked: Question): void {
  const [first, second = "", third = "", fourth] = block.head;
  const kind = `${first} ${second}`;
  if (block.body.length > 0 && !["interface", "object", "object-group"].includes(first ?? "")) unknown(block.body[0]);
  if (first === "interface") interfaceOf(block);
  else if (first === "access-list") matchesEntry(block.head, asked);
  else if (kind === "object network") isInNetworkObject(third, 0n, asked);
  else if (kind === "object service") isServiceObject(third, asked);
  else if (kind === "object-group network") isInNetworkGroup(third, 0n, asked);
  else if (kind === "object-group service" && fourth === undefined) isInServiceGroup(third, asked);
  else if (kind === "object-group service") isInPortGroup(third, undefined, asked);
  else if (kind === "object-group protocol") isInProtocolGroup(third, asked);
  else if (kind === "object-group icmp-type") isInIcmpGroup(third, asked);
  else if (SINGLE_LINE.test(block.head.join(" "))) return;
  else unknown(block.head);
}

function isAllowed(asked: Question): boolean {
  const { inInterface, outInterface } = asked.connection;
  const [from, to] = [findInterface(inInterface, asked), findInterface(outInterface, asked)];
  if (from.isClosed || to.isClosed) return false;
  const permission = `same-security-traffic permit ${inInterface === outInterface ? "intra" : "inter"}-interface`;
  if (from.level === to.level && !asked.blocks.some(({ head }) => head.join(" ") === permission)) return false;

  const inList = findList(`in interface ${inInterface}`, asked);
  const globalList = findList("global", asked);
  const outList = findList(`out interface ${outInterface}`, asked);
  let decision = inList && walkList(inList, asked);
  decision ??= globalList && walkList(globalList, asked);
  decision ??= inList || globalList || to.level > from.level ? "deny" : "permit";
  return decision === "permit" && (!outList || walkList(outList, asked) === "permit");
}

function findList(place: string, { blocks }: Question): string | undefined {
  return blocks.find(({ head }) => head[0] === "access-group" && head.slice(2).join(" ") === place)?.head[1];
}

function findInterface(nameif: string, asked: Question) {
  const interfaces = asked.blocks.filter(({ head }) => head[0] === "interface");
  return interfaces.map(interfaceOf).find((one) => one.nameif === nameif) ?? unknown(["interface", nameif]);
}

function interfaceOf({ head, body }: Block) {
  let nameif: string | undefined;
  let level: number | undefined;
  let isClosed = false;
  const addresses: string[] = [];
  if (head.length !== 2) unknown(head);
  for (const words of body) {
    const line = words.join(" ");
    if (/^nameif \S+$/.test(line)) nameif = words[1];
    else if (/^security-level \d+$/.test(line)) level = Number(words[1]);
    else if (line === "shutdown" || line === "management-only") isClosed = true;
    else if (/^ip address \S+ [\d.]+( standby \S+)?$/.test(line)) addresses.push(words[2] ?? "");
    else if (/^ipv6 address \S+\/\d+$/.test(line)) addresses.push(words[2]?.split("/")[0] ?? "");
    else unknown(words);
  }
  return { nameif, level: level ?? (nameif === "inside" ? 100 : 0), isClosed, addresses };
}

function walkList(list: string, asked: Question): string | undefined {
  const entries = asked.blocks.map(({ head }) => head).filter((head) => head[0] === "access-list" && head[1] === list);
  return entries.find((entry) => matchesEntry(entry, asked))?.[3];
}

// Reports whether a line of an access list matches the connection. All words are read even if an earlier word does not
// match, so that an unknown word always causes an error.
function matchesEntry(line: readonly string[], asked: Question): boolean {
  const { source, destination } = asked.connection;
  if (line[2] === "remark") return false;
  if (line[2] !== "extended" || (line[3] !== "permit" && line[3] !== "deny")) unknown(line);
  const words = line.slice(4);
  const isActive = words.at(-1) !== "inactive";
  if (!isActive) words.pop();
  const protocol = words[0] ?? "";
  const matches = [
    takeEntryProtocol(words, asked),
    takeAddress(words, source, asked),
    takePorts(words, "sourcePort", asked),
    takeAddress(words, destination, asked),
    protocol === "icmp" || protocol === "icmp6" ? takeIcmp(words, protocol, asked) : takePorts(words, "port", asked),
  ];
  if (words[0] === "log" && words.slice(1).every((word) => LOG_WORD.test(word))) words.length = 0;
  if (words.length > 0) unknown(line);
  return isActive && !matches.includes(false);
}

function takeEntryProtocol(words: string[], asked: Question): boolean {
  const { protocol, family } = asked.connection;
  const word = take(words);
  if (word === "object") return isServiceObject(take(words), asked);
  if (word === "object-group") {
    const name = take(words);
    return kindOfGroup(name, asked) === "protocol" ? isInProtocolGroup(name, asked) : isInServiceGroup(name, asked);
  }
  if (!isProtocol(word, protocol)) return false;
  // The protocol icmp applies only to IPv4, and icmp6 only to IPv6. The protocol `ip` applies to both families, even if
  // the packet's protocol is ICMP or ICMPv6.
  if (word === "ip" || (protocol !== 1 && protocol !== 58)) return true;
  return family === (protocol === 1 ? 4 : 6);
}

function takeAddress(words: string[], value: bigint, asked: Question): boolean {
  const word = words[0] ?? "";
  if (!/^(any[46]?|interface|object-group)$/.test(word)) return takeMember(words, value, asked);
  take(words);
  if (word === "object-group") return isInNetworkGroup(take(words), value, asked);
  if (word !== "interface") return word === "any" || word === `any${asked.connection.family}`;
  return findInterface(take(words), asked).addresses.some((one) => isBetween(one, one, value, asked));
}

/**
 * Removes the words of a host, object or network from `words`. Returns whether this host, object or network contains
 * `value`. The words have one of these forms:
 * - "host A"
 * - "object N"
 * - "A M", an IPv4 network and its mask
 * - "P/length", an IPv6 network
 */
function takeMember(words: string[], value: bigint, asked: Question): boolean {
  const { family } = asked.connection;
  const word = take(words);
  if (word === "object") return isInNetworkObject(take(words), value, asked);
  if (word === "host") return isBetween(words[0] ?? "", take(words), value, asked);
  const [text = "", length] = word.split("/");
  const address = plain(text, asked);
  const isSix = address.includes(":");
  if (isSix !== (length !== undefined)) unknown([word, ...words]);
  const mask = isSix ? (2n ** 128n - 1n) ^ (2n ** BigInt(128 - Number(length)) - 1n) : addressOf(take(words));
  return (family === 6) === isSix && (value & mask) === (addressOf(address) & mask);
}

function isBetween(first: string, last: string, value: bigint, asked: Question): boolean {
  const [low, high] = [plain(first, asked), plain(last, asked)];
  const [from, to] = [addressOf(low), addressOf(high)];
  return (asked.connection.family === 6) === low.includes(":") && from <= value && value <= to;
}

/**
 * Returns the address of the alias `text`, if a line `name` defines this alias. Otherwise returns the text unchanged.
 */
function plain(text: string, { blocks }: Question): string {
  return blocks.find(({ head }) => head[0] === "name" && head[2] === text)?.head[1] ?? text;
}

function isInNetworkObject(name: string, value: bigint, asked: Question): boolean {
  return anyLine("object", "network", name, asked, (words) => {
    if (words[0] === "host") return takeMember(words, value, asked);
    const word = take(words);
    if (word === "range") return isBetween(take(words), take(words), value, asked);
    return word === "subnet" ? takeMember(words, value, asked) : unknown([word, ...words]);
  });
}

function isInNetworkGroup(name: string, value: bigint, asked: Question): boolean {
  return anyMember("network", name, "network-object", asked, (words) => takeMember(words, value, asked));
}

function isServiceObject(name: string, asked: Question): boolean {
  return anyLine("object", "service", name, asked, (words) =>
    take(words) === "service" ? takeService(words, asked) : unknown(words),
  );
}

function isInServiceGroup(name: string, asked: Question): boolean {
  return anyMember("service", name, "service-object", asked, (words) => {
    if (words[0] !== "object") return takeService(words, asked);
    take(words);
    return isServiceObject(take(words), asked);
  });
}

function isInProtocolGroup(name: string, asked: Question): boolean {
  const { protocol } = asked.connection;
  return anyMember("protocol", name, "protocol-object", asked, (words) => isProtocol(take(words), protocol));
}

// A group of ICMP types does not say whether it is for ICMP or ICMPv6. A type that is written as a name always has the
// number of that name in ICMP for IPv4.
function isInIcmpGroup(name: string, asked: Question): boolean {
  const { icmpType } = asked.connection;
  return anyMember("icmp-type", name, "icmp-object", asked, (words) => numberOf(take(words), ICMP_TYPES) === icmpType);
}

function isInPortGroup(name: string, port: number | undefined, asked: Question): boolean {
  return anyMember("service", name, "port-object", asked, (words, head) => {
    if (words[0] !== "eq" && words[0] !== "range") unknown(words);
    const isOfGroup = isTransport(head[3] ?? "", asked.connection.protocol);
    return takeOperator(words, isOfGroup ? port : undefined);
  });
}

/**
 * Removes the words of a service from `words` and reports whether the connection uses this service. The words begin
 * with a protocol. Ports or an ICMP type may follow. Service objects and service groups contain services in this form.
 */
function takeService(words: string[], asked: Question): boolean {
  const { protocol } = asked.connection;
  const word = take(words);
  if (word === "icmp" || word === "icmp6") return takeIcmp(words, word, asked) && isProtocol(word, protocol);
  let matches = word === "tcp-udp" ? isTransport(word, protocol) : isProtocol(word, protocol);
  for (const [side, key] of [["source", "sourcePort"] as const, ["destination", "port"] as const]) {
    if (words[0] !== side) continue;
    take(words);
    if (!takeOperator(words, portOf(key, asked))) matches = false;
  }
  return matches;
}

function isTransport(word: string, protocol: number): boolean {
  if (word === "tcp-udp") return protocol === 6 || protocol === 17;
  return word === "tcp" || word === "udp" ? isProtocol(word, protocol) : unknown([word]);
}

function isProtocol(word: string, protocol: number): boolean {
  return word === "ip" || numberOf(word, PROTOCOLS) === protocol;
}

function takePorts(words: string[], key: "sourcePort" | "port", asked: Question): boolean {
  if (OPERATORS.includes(words[0] ?? "")) return takeOperator(words, portOf(key, asked));
  // A group after the source belongs to the source only if it is a service group, which contains ports. Any other group
  // is the destination.
  if (words[0] !== "object-group" || kindOfGroup(words[1] ?? "", asked) !== "service") return true;
  take(words);
  return isInPortGroup(take(words), portOf(key, asked), asked);
}

function portOf(key: "sourcePort" | "port", { connection }: Question): number | undefined {
  return connection.protocol === 6 || connection.protocol === 17 ? connection[key] : undefined;
}

function takeOperator(words: string[], port: number | undefined): boolean {
  const operator = take(words);
  const first = numberOf(take(words), PORTS);
  const last = operator === "range" ? numberOf(take(words), PORTS) : first;
  if (!OPERATORS.includes(operator)) unknown([operator, ...words]);
  if (port === undefined) return false;
  if (operator === "neq") return port !== first;
  if (operator === "lt") return port < first;
  if (operator === "gt") return port > first;
  return first <= port && port <= last;
}

/** Reads "type [code]", a group of types, or nothing. */
function takeIcmp(words: string[], protocol: "icmp" | "icmp6", asked: Question): boolean {
  const { icmpType, icmpCode } = asked.connection;
  if (words.length === 0 || words[0] === "log") return true;
  const word = take(words);
  if (word === "object-group") return isInIcmpGroup(take(words), asked);
  const type = numberOf(word, protocol === "icmp" ? ICMP_TYPES : ICMP6_TYPES);
  const code = /^\d+$/.test(words[0] ?? "") ? Number(take(words)) : undefined;
  return type === icmpType && (code === undefined || code === icmpCode);
}

function numbersOf(text: string): ReadonlyMap<string, number> {
  return new Map(text.split(", ").map((pair) => [pair.split(" ")[0] ?? "", Number(pair.split(" ")[1])]));
}

function numberOf(word: string, names: ReadonlyMap<string, number>): number {
  return names.get(word) ?? (/^\d+$/.test(word) ? Number(word) : unknown([word]));
}

type Is = (words: string[], head: readonly string[]) => boolean;

function anyMember(type: string, name: string, member: string, asked: Question, is: Is): boolean {
  return anyLine("object-group", type, name, asked, (words, head) => {
    const word = take(words);
    if (word === "group-object") return anyMember(type, take(words), member, asked, is);
    return word === member ? is(words, head) : unknown([word, ...words]);
  });
}

function anyLine(kind: string, type: string, name: string, asked: Question, is: Is): boolean {
  const wanted = `${kind} ${type} ${name}`;
  const found = asked.blocks.find((block) => block.head.slice(0, 3).join(" ") === wanted);
  const { head, body } = found ?? unknown([wanted]);
  const answers = body.map((line) => {
    const words = [...line];
    const answer = is(words, head);
    return words.length > 0 ? unknown(line) : answer;
  });
  return answers.includes(true);
}

function kindOfGroup(name: string, { blocks }: Question): string | undefined {
  return blocks.find(({ head }) => head[0] === "object-group" && head[2] === name)?.head[1];
}

function take(words: string[]): string {
  return words.shift() ?? unknown(["the end of a line"]);
}

function unknown(words: readonly string[] = []): never {
  throw new Error(`the interpreter does not know ${words.join(" ")}`);
}
