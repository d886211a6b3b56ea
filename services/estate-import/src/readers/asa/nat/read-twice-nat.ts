import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { ConfigurationNames } from "../lists/configuration-names.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { readWords, type WordReader } from "../text/word-reader.ts";
import { natAddress, natRow, natService, readNatInterfaces, type Translation } from "./nat-line.ts";

/** A translation of addresses and services together. */
interface TwiceNat {
  readonly afterAuto: boolean;
  readonly row: Omit<SnapshotRowInput, "number">;
}

/** Reads "nat (inside,outside) [after-auto] source static A B destination static C D service E F". */
export function readTwiceNat(command: Command, names: ConfigurationNames): Reading<TwiceNat> {
  const words = readWords(command, 1);
  const interfaces = readNatInterfaces(words, names);
  if (!interfaces.ok) return interfaces;
  const afterAuto = words.take("after-auto");
  if (/^\d+$/.test(words.peek())) words.next();
  if (!words.take("source"))
    return wrong("translations of versions before 8.3 are not read; upgrade the device, or give its lists alone");
  const row = natRow(interfaces.value);
  const source = readSource(words, names);
  if (!source.ok) return source;
  const { translation } = source.value;
  row.source = source.value.source;

  while (words.peek() !== "") {
    const option = words.next();
    if (option === "destination") {
      if (!words.take("static")) return unknown("a destination is translated statically alone");
      const before = natTarget(words, names);
      if (!before.ok) return before;
      const after = natAddress(words.next(), names);
      if (!after.ok) return after;
      if (before.value) row.destination = [{ members: [before.value] }];
      if (after.value) translation.destination = [after.value];
    } else if (option === "service") {
      const before = natService(words.next(), names);
      if (!before.ok) return before;
      const after = natService(words.next(), names);
      if (!after.ok) return after;
      if (before.value) row.service = [{ members: [before.value] }];
      if (after.value) translation.service = [after.value];
    } else if (option === "unidirectional") translation.bidirectional = false;
    else if (option === "inactive") row.disabled = true;
    else if (option === "description") {
      row.comment = redactLine(`description ${words.rest()}`).slice("description ".length);
      break;
    } else if (!WITHOUT_EFFECT.has(option)) return unknown(`${shown(option)} is not known in a translation`);
  }
  row.translation = translation;
  return { ok: true, value: { afterAuto, row } };
}

const WITHOUT_EFFECT = new Set(["dns", "no-proxy-arp", "route-lookup", "net-to-net"]);

/**
 * Reads the destination that a connection has before the translation. The word `interface` stands for the address of
 * the receiving interface, and is reported as not understood.
 */
function natTarget(words: WordReader, names: ConfigurationNames): ReturnType<typeof natAddress> {
  const word = words.next();
  if (word !== "interface") return natAddress(word, names);
  words.take("ipv6");
  return { ok: true, value: { notUnderstood: "the address of an interface as destination is not understood" } };
}

type Source = Pick<SnapshotRowInput, "source"> & { translation: Translation };

function readSource(words: WordReader, names: ConfigurationNames): Reading<Source> {
  const kind = words.next();
  if (kind !== "static" && kind !== "dynamic") return wrong(`${shown(kind)} stands where static or dynamic must`);
  const real = natAddress(words.next(), names);
  if (!real.ok) return real;
  const translation: Translation = { type: kind === "static" ? "STATIC" : "DYNAMIC", bidirectional: kind === "static" };
  const mapped = readMapped(words, names, translation);
  if (!mapped.ok) return mapped;
  return { ok: true, value: { source: real.value ? [{ members: [real.value] }] : [], translation } };
}

/**
 * Reads the new address of a source into `translation`. The address is "interface", "pat-pool POOL", an object or an
 * address. Returns a problem if the address can't be read.
 */
export function readMapped(words: WordReader, names: ConfigurationNames, translation: Translation): Reading<undefined> {
  const isDynamic = translation.type !== "STATIC";
  const isPool = words.take("pat-pool");
  if (isPool && !isDynamic) return wrong("a static translation has no pool");
  if (!isPool && words.take("interface")) {
    words.take("ipv6");
    translation.sourceIsInterface = true;
    if (isDynamic) translation.type = "HIDE";
    return { ok: true, value: undefined };
  }
  const name = words.next();
  const mapped = natAddress(name, names);
  if (!mapped.ok) return mapped;
  if (mapped.value) translation.source = [mapped.value];
  const isOneHost = names.definitions.get(name)?.type === "HOST" || !names.definitions.has(name);
  if (isDynamic && (isPool || isOneHost)) translation.type = "HIDE";
  if (isPool) words.take("extended");
  while (
    isDynamic &&
    words.take("flat", "include-reserve", "round-robin", "extended", "block-allocation", "pat-pool")
  ) {
    // Skips settings of the pool. They do not change the addresses of the pool.
  }
  // If the pool has no free address, a connection gets the address of the outgoing interface as its source. Such a
  // fallback is not stored.
  if (isDynamic && words.take("interface")) words.take("ipv6");
  return { ok: true, value: undefined };
}
