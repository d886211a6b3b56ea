import { type Reading, wrong } from "../../text/not-understood.ts";
import { readNetwork } from "../../text/parse-address.ts";
import { shown } from "../../text/refusal.ts";
import type { WordReader } from "../text/word-reader.ts";

/** Names that the command `name` gives to addresses. */
export type Aliases = ReadonlyMap<string, string>;

interface AddressText {
  readonly family: 4 | 6;
  readonly text: string;
}

/** Reads one address, which is written as a number or name. */
export function readHost(word: string, aliases: Aliases): Reading<AddressText> {
  const text = aliases.get(word) ?? word;
  for (const family of text.includes("/") ? [] : ([4, 6] as const)) {
    const read = readNetwork(family, text);
    if (read.ok) return { ok: true, value: { family, text: read.text } };
    if (!read.wrong) return read;
  }
  return wrong(`${shown(word)} is no address`);
}

/** Reads "10.0.0.0 255.0.0.0" or "2001:db8::/32". */
export function readSubnet(words: WordReader, aliases: Aliases): Reading<AddressText> {
  const first = words.next();
  const family = first.includes(":") ? 6 : 4;
  const mask = first.includes("/") ? undefined : words.next();
  if (mask !== undefined && !mask.includes(".")) return wrong(`${shown(first)} is followed by no mask`);
  const read = readNetwork(family, mask === undefined ? first : `${aliases.get(first) ?? first}/${mask}`);
  return read.ok ? { ok: true, value: { family, text: read.text } } : read;
}

/** Reads "10.0.0.1 10.0.0.9". */
export function readAddressRange(words: WordReader, aliases: Aliases): Reading<AddressText> {
  const first = readHost(words.next(), aliases);
  if (!first.ok) return first;
  const last = readHost(words.next(), aliases);
  if (!last.ok) return last;
  if (first.value.family !== last.value.family) return wrong("the range begins in one family and ends in the other");
  const text = `${hostOnly(first.value.text)}-${hostOnly(last.value.text)}`;
  return { ok: true, value: { family: first.value.family, text } };
}

function hostOnly(text: string): string {
  return text.split("/", 1)[0] ?? text;
}
