import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";
import { type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { ConfigurationNames } from "../lists/configuration-names.ts";
import type { Definition } from "../objects/definitions.ts";
import { protocolNumber } from "../objects/protocol-numbers.ts";
import { readHost } from "../objects/read-address.ts";
import { type PortRange, readPorts } from "../objects/read-ports.ts";
import type { Command } from "../text/commands.ts";
import { readWords, type WordReader } from "../text/word-reader.ts";
import { natRow, readNatInterfaces, type Translation } from "./nat-line.ts";
import { readMapped } from "./read-twice-nat.ts";

/** The translation of a network object, and the values by which such translations are sorted. */
export interface ObjectNat {
  readonly name: string;
  readonly isStatic: boolean;
  /** The number of addresses that are translated. */
  readonly size: bigint;
  readonly lowest: bigint;
  readonly row: Omit<SnapshotRowInput, "number">;
}

interface RealAddresses {
  readonly family: 4 | 6;
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Reads a static translation such as "nat (inside,outside) static 192.0.2.1 [service tcp 80 8080]", or a dynamic
 * translation.
 */
export function readObjectNat(definition: Definition, command: Command, names: ConfigurationNames): Reading<ObjectNat> {
  const { name } = definition;
  const words = readWords(command, 1);
  const interfaces = readNatInterfaces(words, names);
  if (!interfaces.ok) return interfaces;
  const kind = words.next();
  if (kind !== "static" && kind !== "dynamic") return wrong(`${shown(kind)} stands where static or dynamic must`);
  const real = realAddresses(definition);
  if (!real) return unknown("the addresses of the object are not known");

  const row = natRow(interfaces.value);
  row.source = [{ members: [{ object: name }] }];
  const translation: Translation = { type: kind === "static" ? "STATIC" : "DYNAMIC", bidirectional: kind === "static" };
  const host = kind === "static" ? readHost(words.peek(), names.aliases) : undefined;
  if (host?.ok && !names.definitions.has(words.peek())) {
    words.next();
    const mapped = mappedRange(host.value.text, real);
    if (mapped === undefined) return wrong("the translated addresses go beyond the last one");
    translation.source = [{ address: mapped }];
  } else {
    const mapped = readMapped(words, names, translation);
    if (!mapped.ok) return mapped;
  }
  const options = readOptions(words, row, translation);
  if (!options.ok) return options;
  row.translation = translation;
  const size = real.high - real.low + 1n;
  return { ok: true, value: { name, isStatic: kind === "static", size, lowest: real.low, row } };
}

const WITHOUT_EFFECT = new Set(["dns", "no-proxy-arp", "route-lookup", "net-to-net"]);

function readOptions(
  words: WordReader,
  row: Omit<SnapshotRowInput, "number">,
  translation: Translation,
): Reading<undefined> {
  while (words.peek() !== "") {
    const option = words.next();
    if (WITHOUT_EFFECT.has(option)) continue;
    if (option !== "service") return unknown(`${shown(option)} is not known in a translation`);
    const protocol = protocolNumber(words.next());
    if (protocol !== 6 && protocol !== 17) return unknown("ports are translated for TCP and UDP alone");
    const real = onePort(words);
    if (!real.ok) return real;
    const mapped = onePort(words);
    if (!mapped.ok) return mapped;
    row.service = [{ members: [{ protocol, sourcePorts: real.value }] }];
    translation.service = [{ protocol, sourcePorts: mapped.value }];
  }
  return { ok: true, value: undefined };
}

function onePort(words: WordReader): Reading<PortRange[]> {
  const word = words.next();
  return readPorts({ ...words, next: atOnce(["eq", word]) });
}

function atOnce(list: readonly string[]): () => string {
  let at = 0;
  return () => list[at++] ?? "";
}

function realAddresses({ addresses }: Definition): RealAddresses | undefined {
  const [member, ...more] = addresses;
  if (!member || more.length > 0 || !("address" in member)) return undefined;
  const [first = "", last = first] = member.address.split("-");
  const low = parseCidr(first);
  const high = parseCidr(last);
  return low.ok && high.ok ? { family: low.cidr.family, low: low.cidr.low, high: high.cidr.high } : undefined;
}

/**
 * Returns a range that begins at the given address and has the same number of addresses as the real range. Returns
 * undefined if the family has too few addresses after the given one.
 */
function mappedRange(text: string, { family, low, high }: RealAddresses): string | undefined {
  const first = parseCidr(text);
  if (!first.ok) return undefined;
  if (low === high) return text;
  const last = first.cidr.low + (high - low);
  const width = family === 4 ? 32n : 128n;
  if (last >> width !== 0n) return undefined;
  return `${formatAddress(first.cidr.family, first.cidr.low)}-${formatAddress(first.cidr.family, last)}`;
}
