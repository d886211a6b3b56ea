import {
  type AddressRange,
  type AddressRangeParse,
  endsOf,
  parseAddressRange,
  withoutMapped,
} from "@network-access/traffic-sets/address-ranges";
import { tagWord } from "../items/tag-word.ts";
import { shorten } from "../schemas/bounded-schemas.ts";
import { fieldOf, type NamedField, readName, unknownField } from "./query-fields.ts";
import { endOfRun, escapeWord, type QueryToken, type QueryValue, quote, withoutEscapes } from "./query-tokens.ts";
import { readIpRangeBetween } from "./read-ip-range-between.ts";

/**
 * The result of rewriting a value. `by` replaces the value in the rewritten query. If `by` is undefined, the value
 * stays as written.
 */
export type AskedValue =
  // `words` is the number of words in a value without a field, which is searched in all texts. It is undefined for a
  // value of a named field, because such a value counts as one word.
  | { readonly ok: true; readonly by: string | undefined; readonly words?: number }
  | { readonly ok: false; readonly problem: string };

/**
 * The maximum number of words in one value without a field. Such a value is searched in all texts. A phrase has several
 * words, and so does a word with parts, such as `web-prod-01`.
 */
const MOST_WORDS = 256;

const asWritten: AskedValue = { ok: true, by: undefined };
// Matches the words that OpenSearch indexes. These include code points beyond U+FFFF, and combining marks without a
// letter.
const wordOfText = /[\p{L}\p{N}\p{M}\u{10000}-\u{10ffff}]+/gu;
const comparison = /^([<>])(=?)(.*)$/s;

/**
 * Returns the token of the value that begins at `token`. `field` is the field of this value, or undefined. Two values
 * may contain characters that end an ordinary word: an address, and a tag name with a quoted key after `_exists_:`. For
 * these values, the result may be longer than `token`. In the field `ip`, every value counts as an address unless it is
 * quoted, a range or `*`. For any other value, returns `token`. If `field` is undefined and the value is an invalid
 * address, may return a token of the kind "wrong".
 */
export function asFieldReads(query: string, token: QueryToken, field: NamedField | undefined): QueryToken {
  if (field?.kind === "presence" && token.kind === "word") return { ...token, end: readName(query, token).end };
  if (field && field.kind !== "ip") return token;
  if (token.kind !== "word" && token.kind !== "colon" && token.kind !== "wrong") return token;
  const end = endOfRun(query, token.start);
  const raw = query.slice(token.start, end);
  const text = withoutEscapes(raw);
  const address = { kind: "address", start: token.start, end } as const;
  if (field) return raw === "" || raw === "*" ? token : address;
  if (!looksLikeAddress(text)) return token;
  const read = parseAddressRange(text);
  if (read.ok) return address;
  // A word that is not a valid address is meant as text if it has escapes, or if it consists only of digits and dots.
  if (raw !== text || /^[0-9.]+$/.test(text)) return token;
  return { ...address, kind: "wrong", problem: `${read.problem}; or put a text in quotes` };
}

/**
 * Reports whether a text looks like an address or CIDR. The text must consist of digits with at least one dot, or of
 * hexadecimal digits with at least two colons. Dots may follow the second colon. A zone (only in IPv6) and a prefix
 * length may follow.
 */
function looksLikeAddress(text: string): boolean {
  return (
    /^[0-9]+\.[0-9.]*(\/[0-9.]*)?$/.test(text) || /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*(%\w*)?(\/[0-9.]*)?$/i.test(text)
  );
}

/**
 * Checks one value of a query, and returns what replaces it in the rewritten query. If `field` is undefined, the value
 * is searched in all texts, and an address also in the field `ip`.
 */
export function askValue(query: string, token: QueryValue, field: NamedField | undefined): AskedValue {
  const raw = query.slice(token.start, token.end);
  switch (field?.kind) {
    case undefined:
      return askEverywhere(raw, token);
    case "ip":
      return askIp(raw, token);
    case "tag":
      return askTag(raw, token, field.key);
    case "presence":
      return askPresence(raw);
    case "anything":
      return raw === "*" ? asWritten : refuse(`"*:" works only in "*:*"; leave it out to search all texts`);
    case "time":
      if (token.kind !== "word" || !token.wild || raw === "*") return asWritten;
      return refuse(`a time takes no wildcard; write ${field.name}:[2026-11-01 TO 2026-11-30], or * for any time`);
    case "text":
      return guardWildcard(raw, token);
  }
}

function askEverywhere(raw: string, token: QueryValue): AskedValue {
  // The cost of a phrase search grows faster than the number of words. A phrase of two thousand words exceeds the
  // deadline of a search.
  const words = raw.match(wordOfText)?.length ?? 0;
  if (words > MOST_WORDS) return refuse(`this text has more than ${MOST_WORDS} words; search for a shorter part of it`);
  const written = token.kind === "address" ? raw : token.kind === "quoted" ? raw.slice(1, -1) : undefined;
  const text = written === undefined ? undefined : withoutEscapes(written);
  const read = text === undefined ? undefined : parseAddressRange(text);
  const isWild = token.kind === "word" && token.wild;
  if (text === undefined || !read?.ok) {
    const guarded = guardWildcard(raw, token);
    return guarded.ok ? { ...guarded, words: isWild ? 1 : words } : guarded;
  }
  const ranges = withoutMapped(read.range).map((range) => ` OR ip:${rangeText(range)}`);
  return { ok: true, by: `(all_text:${quote(text)}${ranges.join("")})`, words: words + ranges.length };
}

function askIp(raw: string, token: QueryValue): AskedValue {
  if (raw === "*") return asWritten;
  const read = token.kind === "range" ? readIpRangeBetween(token.from, token.to) : readIpValue(raw, token);
  if (!read.ok) return read;
  const ranges = withoutMapped(read.range).map(rangeText);
  return { ok: true, by: ranges.length === 1 ? ranges[0] : `(${ranges.join(" OR ")})` };
}

function readIpValue(raw: string, token: QueryValue): AddressRangeParse {
  if (token.kind === "quoted") return parseAddressRange(withoutEscapes(raw.slice(1, -1)));
  const [, sign, equal, address = ""] = comparison.exec(raw) ?? [];
  if (sign) {
    const end = { text: withoutEscapes(address), included: equal === "=" };
    const open = { text: "*", included: true };
    return sign === ">" ? readIpRangeBetween(end, open) : readIpRangeBetween(open, end);
  }
  const read = parseAddressRange(withoutEscapes(raw));
  const blocks = /^((?:\d{1,3}\.){1,3})\*$/.exec(raw)?.[1]?.split(".").slice(0, -1);
  if (read.ok || !blocks) return read;
  const cidr = `${[...blocks, "0", "0", "0"].slice(0, 4).join(".")}/${8 * blocks.length}`;
  return { ok: false, problem: `an address takes no wildcard; did you mean ip:"${cidr}"?` };
}

function rangeText(range: AddressRange): string {
  return `[${endsOf(range).join(" TO ")}]`;
}

function askTag(raw: string, token: QueryValue, key: string): AskedValue {
  const word = (value: string) => quote(tagWord(key, value));
  // The end of a range without an upper limit. The term of a tag with its value begins with "key=", and ">" is the next
  // character after "=". The range therefore ends before "key>".
  const last = `${quote(`${tagWord(key)}>`)}}`;
  if (token.kind === "quoted") return { ok: true, by: word(withoutEscapes(raw.slice(1, -1))) };
  if (token.kind === "range") {
    const { from, to } = token;
    const low = from.text === "*" ? `[${word("")}` : `${from.included ? "[" : "{"}${word(from.text)}`;
    const high = to.text === "*" ? last : `${word(to.text)}${to.included ? "]" : "}"}`;
    return { ok: true, by: `${low} TO ${high}` };
  }
  if (raw === "*") return { ok: true, by: quote(tagWord(key)) };
  if (token.kind === "word" && token.wild) return { ok: true, by: `${escapeWord(tagWord(key))}\\=${raw}` };
  const [, sign, equal, than = ""] = comparison.exec(raw) ?? [];
  const value = word(withoutEscapes(than));
  if (sign === ">") return { ok: true, by: `${equal ? "[" : "{"}${value} TO ${last}` };
  if (sign === "<") return { ok: true, by: `[${word("")} TO ${value}${equal ? "]" : "}"}` };
  return { ok: true, by: word(withoutEscapes(raw)) };
}

function askPresence(raw: string): AskedValue {
  const quotes = raw.indexOf('"');
  const name = quotes < 0 ? withoutEscapes(raw) : raw.slice(0, quotes) + withoutEscapes(raw.slice(quotes + 1, -1));
  const field = fieldOf(name);
  if (!field || field.kind === "presence") return refuse(unknownField(name));
  return { ok: true, by: field.kind === "tag" ? `tags:${quote(tagWord(field.key))}` : `_exists_:${name}` };
}

function guardWildcard(raw: string, token: QueryValue): AskedValue {
  if (token.kind !== "word" || !token.wild || raw === "*") return asWritten;
  const withoutEscaping = raw.replace(/\\(?:u[0-9a-fA-F]{4}|.)/gs, "x");
  if (!/^[*?]+[^*?]{0,2}(?:[*?]|$)/.test(withoutEscaping)) return asWritten;
  return refuse(`"${shorten(raw)}" begins with a wildcard; at least 3 other characters have to follow it`);
}

function refuse(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
