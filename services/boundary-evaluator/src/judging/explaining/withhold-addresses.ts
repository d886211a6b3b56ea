import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { Message } from "../model/judgement.ts";
import type { MessageBuilder } from "./message-text.ts";

/**
 * The addresses that a request itself contains. The sender of the request knows these addresses, so they are not
 * withheld.
 */
export type KnownTexts = ReadonlySet<string>;

export function textsKnownTo(rules: readonly CompiledRule[]): KnownTexts {
  const known = new Set<string>();
  for (const { rule, sources, destinations } of rules) {
    addAddresses(known, rule.id);
    for (const { object } of [...sources.objects, ...destinations.objects]) {
      if (object.type === "Cidr") addAddresses(known, object.cidr);
      if (object.type === "ConnectGroup") addAddresses(known, object.groupId);
      if (object.type === "InventoryItem") addAddresses(known, object.itemKey.id);
    }
  }
  return known;
}

function addAddresses(known: Set<string>, text: string): void {
  for (const { canonicalText } of addressesIn(text)) known.add(canonicalText);
}

/**
 * Builds a text with addresses and a text without addresses. In the text without addresses, every address that is not
 * in `known` is replaced. This includes addresses in the names and messages that users give to boundaries.
 */
export function toMessage(message: MessageBuilder, known: KnownTexts): Message {
  return { full: message(true), withoutAddresses: withholdAddresses(message(false), known) };
}

/** Replaces every address in the text that is not in `known`. */
export function withholdAddresses(text: string, known: KnownTexts): string {
  let written = "";
  let from = 0;
  for (const { start, end, canonicalText } of addressesIn(text)) {
    if (known.has(canonicalText)) continue;
    written += `${text.slice(from, start)}(an address)`;
    from = end;
  }
  return written + text.slice(from);
}

interface FoundAddress {
  readonly start: number;
  readonly end: number;
  /** The canonical text if the address is well-formed. Otherwise the text as it is written. */
  readonly canonicalText: string;
}

/** A quick check. A text that does not match this expression contains no address. Most texts do not match. */
const mayHoldAddress = /\d\.\d|:[0-9A-Fa-f:]/;
/**
 * Matches sequences of characters that can occur in an address, each with an optional prefix length or mask. A sequence
 * is as long as possible and may have any characters before and after it.
 */
const runs = /[0-9A-Fa-f.:]+(?:\/\d+(?:\.\d+){0,3})?/g;
const dotted = /\d{1,6}(?:\.\d{1,6}){3}(?:\/\d+(?:\.\d+){0,3})?/g;

function addressesIn(text: string): FoundAddress[] {
  if (!mayHoldAddress.test(text)) return [];
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) => {
    const six = ipv6In(run, `${text.charAt(index - 1)}${text.charAt(index + run.length)}`);
    return (six ?? ipv4In(run)).map((found) => ({ ...found, start: index + found.start, end: index + found.end }));
  });
}

/**
 * Searches `run`, a sequence of characters that can occur in an address, for an IPv6 address. `around` has the
 * characters directly before and after `run`. Returns one of these values:
 * - a list with one address
 * - an empty list if `run` is a part of a word
 * - undefined if `run` cannot be an IPv6 address
 *
 * In case of doubt, `run` counts as an address.
 */
function ipv6In(run: string, around: string): FoundAddress[] | undefined {
  const colons = run.match(/:/g)?.length ?? 0;
  if (colons < 6 && !run.includes("::")) return undefined;
  if (!/\d/.test(run) && /[A-Za-z]/.test(around)) return [];
  let start = 0;
  let end = run.length;
  while (start < end && isSeparator(run[start]) && !run.startsWith("::", start)) start += 1;
  while (end > start && isSeparator(run[end - 1]) && !run.endsWith("::", end)) end -= 1;
  const address = run.slice(start, end);
  return [{ start, end, canonicalText: canonical(address) ?? address }];
}

function isSeparator(character: string | undefined): boolean {
  return character === "." || character === ":";
}

function ipv4In(run: string): FoundAddress[] {
  return [...run.matchAll(dotted)].flatMap(({ 0: address, index }) => {
    const parts = address.split("/")[0]?.split(".") ?? [];
    if (parts.some((part) => Number(part) > 255)) return [];
    return [{ start: index, end: index + address.length, canonicalText: canonical(address) ?? address }];
  });
}

/**
 * Returns the canonical text of an address or network, or null if `token` is neither. A network with host bits set is
 * not valid, so the result for it is null.
 */
function canonical(token: string): string | null {
  const parsed = parseCidr(token);
  return parsed.ok ? parsed.text : null;
}
