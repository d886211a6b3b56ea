import type { AddressMember, ServiceMember, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { type Reading, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { ConfigurationNames } from "../lists/configuration-names.ts";
import { readHost } from "../objects/read-address.ts";
import type { WordReader } from "../text/word-reader.ts";

export type Translation = NonNullable<SnapshotRowInput["translation"]>;

/** The interfaces of a translation. Null means any interface. */
export interface NatInterfaces {
  readonly real: string | null;
  readonly mapped: string | null;
}

/** Reads two interfaces, such as "(inside,outside)". If they are missing, the translation applies to all interfaces. */
export function readNatInterfaces(words: WordReader, names: ConfigurationNames): Reading<NatInterfaces> {
  if (!words.peek().startsWith("(")) return { ok: true, value: { real: null, mapped: null } };
  const word = words.next();
  const [, real = "", mapped = ""] = /^\(([^,()]+),([^,()]+)\)$/.exec(word) ?? [];
  for (const name of [real, mapped])
    if (name !== "any" && !names.interfaces.has(name)) return wrong(`${shown(word)} names no two known interfaces`);
  return { ok: true, value: { real: real === "any" ? null : real, mapped: mapped === "any" ? null : mapped } };
}

/**
 * Reads an object, a group or an address. Returns null for the keyword "any". A name that is not defined becomes a
 * member that counts as not understood.
 */
export function natAddress(word: string, names: ConfigurationNames): Reading<AddressMember | null> {
  if (word === "any") return { ok: true, value: null };
  const definition = names.definitions.get(word);
  if (definition && definition.kind !== "network") return wrong(`${shown(word)} is no network object`);
  if (definition) return { ok: true, value: { object: word } };
  const host = readHost(word, names.aliases);
  if (host.ok) return { ok: true, value: { address: host.value.text } };
  return { ok: true, value: { notUnderstood: `${shown(word)} is not defined` } };
}

export function natService(word: string, names: ConfigurationNames): Reading<ServiceMember | null> {
  if (word === "any") return { ok: true, value: null };
  const definition = names.definitions.get(word);
  if (definition && definition.kind === "network") return wrong(`${shown(word)} is no service object`);
  return { ok: true, value: definition ? { object: word } : { notUnderstood: `${shown(word)} is not defined` } };
}

/** Returns the action, families and interfaces of a translation row. */
export function natRow({ real, mapped }: NatInterfaces): Omit<SnapshotRowInput, "number"> {
  const term = (name: string | null) => (name === null ? [] : [{ members: [{ name }] }]);
  return {
    action: "ACCEPT",
    families: [4, 6],
    inInterface: term(real),
    outInterface: term(mapped),
  };
}
