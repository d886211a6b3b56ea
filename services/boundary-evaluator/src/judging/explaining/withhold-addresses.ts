import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { Message } from "../model/judgement.ts";
import type { MessageBuilder } from "./message-text.ts";

/** The texts that a request itself holds and that may therefore be said to whoever sent it. */
export type KnownTexts = ReadonlySet<string>;

export function textsKnownTo(rules: readonly CompiledRule[]): KnownTexts {
  const held = new Set<string>();
  for (const { rule, sources, destinations } of rules) {
    hold(held, rule.id);
    for (const { object } of [...sources.objects, ...destinations.objects]) {
      if (object.type === "Cidr") hold(held, object.cidr);
      if (object.type === "ConnectGroup") hold(held, object.groupId);
      if (object.type === "InventoryItem") hold(held, object.itemKey.id);
    }
  }
  return held;
}

function hold(held: Set<string>, text: string): void {
  for (const { known } of addressesIn(text)) held.add(known);
}

/** Both variants of a text; policy authors' own words and names pass through here too. */
export function toMessage(message: MessageBuilder, held: KnownTexts): Message {
  return { full: message(true), withoutAddresses: withholdAddresses(message(false), held) };
}

/** The text with every address that is not held replaced. */
export function withholdAddresses(text: string, held: KnownTexts): string {
  let told = "";
  let from = 0;
  for (const { start, end, known } of addressesIn(text)) {
    if (held.has(known)) continue;
    told += `${text.slice(from, start)}(an address)`;
    from = end;
  }
  return told + text.slice(from);
}

interface FoundAddress {
  readonly start: number;
  readonly end: number;
  /** Canonical where it is well-formed, else as it is written. */
  readonly known: string;
}

/** A quick look that most texts end with. */
const mayHoldAddress = /\d\.\d|:[0-9A-Fa-f:]/;
/** Runs of the characters addresses are made of, whatever stands before and after; a prefix length or mask may follow. */
const runs = /[0-9A-Fa-f.:]+(?:\/\d+(?:\.\d+){0,3})?/g;
const dotted = /\d{1,6}(?:\.\d{1,6}){3}(?:\/\d+(?:\.\d+){0,3})?/g;

function addressesIn(text: string): FoundAddress[] {
  if (!mayHoldAddress.test(text)) return [];
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) => {
    const six = ipv6In(run, `${text.charAt(index - 1)}${text.charAt(index + run.length)}`);
    return (six ?? ipv4In(run)).map(({ start, end, known }) => ({ start: index + start, end: index + end, known }));
  });
}

/** A run is an IPv6 address as a whole or not at all; in doubt it is one. Undefined: it is none. */
function ipv6In(run: string, around: string): FoundAddress[] | undefined {
  const colons = run.match(/:/g)?.length ?? 0;
  if (colons < 6 && !run.includes("::")) return undefined;
  if (!/\d/.test(run) && /[A-Za-z]/.test(around)) return [];
  let start = 0;
  let end = run.length;
  while (start < end && isSeparator(run[start]) && !run.startsWith("::", start)) start += 1;
  while (end > start && isSeparator(run[end - 1]) && !run.endsWith("::", end)) end -= 1;
  const address = run.slice(start, end);
  return [{ start, end, known: canonical(address) ?? address }];
}

function isSeparator(character: string | undefined): boolean {
  return character === "." || character === ":";
}

function ipv4In(run: string): FoundAddress[] {
  return [...run.matchAll(dotted)].flatMap(({ 0: address, index }) => {
    const parts = address.split("/")[0]?.split(".") ?? [];
    if (parts.some((part) => Number(part) > 255)) return [];
    return [{ start: index, end: index + address.length, known: canonical(address) ?? address }];
  });
}

/** Null for what is no well-formed address or network; one written with host bits stays as it is written. */
function canonical(token: string): string | null {
  const parsed = parseCidr(token);
  return parsed.ok ? parsed.text : null;
}
