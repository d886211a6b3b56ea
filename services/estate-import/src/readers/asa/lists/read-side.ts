import type { AddressMember } from "@network-access/service-contracts/device-snapshot";
import { type Reading, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import { type Families, NO_FAMILY } from "../objects/object-families.ts";
import { readHost, readSubnet } from "../objects/read-address.ts";
import type { WordReader } from "../text/word-reader.ts";
import type { ConfigurationNames } from "./configuration-names.ts";

/** The source or destination of a line. If `members` is empty, the side contains all addresses of `families`. */
export interface Side {
  readonly members: readonly AddressMember[];
  readonly families: Families;
  /** The reason why a member is unknown. */
  readonly reason?: string;
}

const IPV4 = { 4: true, 6: false };
const IPV6 = { 4: false, 6: true };

/** Reads "any", "any4", "any6", "host A", "A MASK", "P/LENGTH", "object N", "object-group N" or "interface N". */
export function readSide(words: WordReader, names: ConfigurationNames): Reading<Side> {
  switch (words.peek()) {
    case "":
      return wrong("the line ends before its addresses");
    case "any":
      words.next();
      return { ok: true, value: { members: [], families: names.any } };
    case "any4":
      words.next();
      return { ok: true, value: { members: [], families: IPV4 } };
    case "any6":
      words.next();
      return { ok: true, value: { members: [], families: IPV6 } };
    case "host":
      words.next();
      return sideOfAddress(readHost(words.next(), names.aliases));
    case "object":
    case "object-group":
      words.next();
      return sideOfObject(words.next(), names);
    case "object-group-network-service":
      words.next();
      return { ok: true, value: unknownSide(`${shown(words.next())} is not understood as addresses`, names.any) };
    case "interface":
      words.next();
      return sideOfInterface(words.next(), names);
    default:
      return sideOfAddress(readSubnet(words, names.aliases));
  }
}

function sideOfAddress(read: ReturnType<typeof readHost>): Reading<Side> {
  if (!read.ok) return read;
  const { text, family } = read.value;
  return { ok: true, value: { members: [{ address: text }], families: { ...NO_FAMILY, [family]: true } } };
}

function sideOfObject(name: string, { definitions, familiesOf, any }: ConfigurationNames): Reading<Side> {
  const definition = definitions.get(name);
  if (!definition) return { ok: true, value: unknownSide(`${shown(name)} is not defined`, any) };
  if (definition.kind !== "network")
    return wrong(`${shown(name)} is defined in line ${definition.line} and has no addresses`);
  const members = [{ object: name }];
  return { ok: true, value: { members, families: familiesOf(members) } };
}

function sideOfInterface(name: string, { interfaces, familiesOf, any }: ConfigurationNames): Reading<Side> {
  if (!interfaces.has(name)) return wrong(`no interface has the name ${shown(name)}`);
  const members = interfaces.get(name)?.map((address) => ({ address }));
  if (!members?.length)
    return { ok: true, value: unknownSide(`the address of the interface ${shown(name)} is not in the file`, any) };
  return { ok: true, value: { members, families: familiesOf(members) } };
}

function unknownSide(reason: string, families: Families): Side {
  return { members: [{ notUnderstood: reason }], families, reason };
}
