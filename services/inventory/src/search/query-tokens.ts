import type { RangeEnd } from "./read-ip-range-between.ts";

/**
 * One of the tokens into which OpenSearch's parser splits a query. `start` is the offset of its first character, and
 * `end` is the first offset after the token.
 */
export type QueryToken = Place & (Punctuation | Value | { readonly kind: "wrong"; readonly problem: string });

/** A token that is a value: a word, a phrase, a range, an address. */
export type QueryValue = Place & Value;

type Place = { readonly start: number; readonly end: number };
type Punctuation = { readonly kind: "end" | "open" | "close" | "colon" | "sign" | "operator" };
type Value =
  | { readonly kind: "quoted" }
  // `wild` is true if the word contains an unescaped `*` or `?`.
  | { readonly kind: "word"; readonly wild: boolean }
  | { readonly kind: "range"; readonly from: RangeEnd; readonly to: RangeEnd }
  // A whole address (see query-values.ts). OpenSearch's parser would split an address at every colon.
  | { readonly kind: "address" };

const space = /[ \t\n\r\u3000]*/y;
const word =
  /(?:[^ \t\n\r\u3000+\-!():^[\]"{}~\\/]|\\(?:u[0-9a-fA-F]{4}|[^u]))(?:[^ \t\n\r\u3000!():^[\]"{}~\\/]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/y;
const quoted = /"(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/y;
// OpenSearch accepts more texts as an end of a range than this pattern matches. The pattern leaves out texts that
// OpenSearch would split in an unexpected way.
const rangeEnd = /"[^"\\]+"|(?:[^\s\]}"\\]|\\[^\s\]}u])+/y;
const run = /(?:[^ \t\n\r\u3000()"[\]{}^~!\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/y;
const operators = new Set(["AND", "OR", "NOT", "&&", "||"]);
const closing = new Map([
  ["(", "open"],
  [")", "close"],
  [":", "colon"],
] as const);
const wrong = new Map([
  [
    "~",
    '"~" asks for what is similar, which is not possible here; write \\~ or quotes where the character itself is meant',
  ],
  ["^", '"^" gives weight, which is not possible here; write \\^ or quotes where the character itself is meant'],
  ["/", '"/" begins a regular expression, which is not possible here; put a text with "/" in quotes'],
  ["]", '"]" closes no range; write \\] or quotes where the character itself is meant'],
  ["}", '"}" closes no range; write \\} or quotes where the character itself is meant'],
]);

export function isValue(token: QueryToken): token is QueryValue {
  return token.kind === "word" || token.kind === "quoted" || token.kind === "range" || token.kind === "address";
}

/**
 * Returns the offset of the first character at or after `at` that is not white space. Returns the length of the text if
 * there is none.
 */
export function skipSpace(text: string, at: number): number {
  return at + lengthOf(space, text, at);
}

/**
 * Reads the token that begins at the offset `at`. The character at this offset must not be white space. The time is
 * proportional to the length of the token.
 */
export function readToken(text: string, at: number): QueryToken {
  const character = text.charAt(at);
  if (character === "") return { kind: "end", start: at, end: at };
  const single = closing.get(character as "(");
  if (single) return { kind: single, start: at, end: at + 1 };
  const problem = wrong.get(character);
  if (problem) return { kind: "wrong", start: at, end: at + 1, problem };
  if (character === "+" || character === "-" || character === "!") return readSign(text, at, character);
  if (character === '"') return readQuoted(text, at);
  if (character === "[" || character === "{") return readRange(text, at);
  return readWord(text, at);
}

/**
 * Returns the offset after the text that begins at `at` and could be an address. The text ends before white space,
 * before an unescaped quote, bracket, `^`, `~` or `!`, or before a broken escape.
 */
export function endOfRun(text: string, at: number): number {
  return at + lengthOf(run, text, at);
}

/** Replaces each escape in a word, or in the content of quotes, by the character for which the escape stands. */
export function withoutEscapes(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code?: string, escaped?: string) =>
    code === undefined ? (escaped ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Quotes a text. Quotes and backslashes in it become `\u0022` and `\u005c`, which all of OpenSearch's parsers read in
 * the same way, even within a range.
 */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => (character === '"' ? "\\u0022" : "\\u005c"))}"`;
}

/**
 * Escapes a text so that it can be the beginning of an unquoted word in a query. Puts a backslash before every
 * character that is not a letter or digit.
 */
export function escapeWord(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `\\${character}`);
}

function readSign(text: string, start: number, sign: string): QueryToken {
  const end = start + 1;
  if (end < text.length && skipSpace(text, end) === end) return { kind: "sign", start, end };
  const problem = `"${sign}" stands alone; write it directly before what it is about, or put the text in quotes`;
  return { kind: "wrong", start, end, problem };
}

function readQuoted(text: string, start: number): QueryToken {
  const end = start + lengthOf(quoted, text, start);
  if (text.charAt(end) === '"') return { kind: "quoted", start, end: end + 1 };
  if (text.charAt(end) === "\\") return brokenEscape(text, end);
  return { kind: "wrong", start, end, problem: "the quote that begins here is not closed" };
}

function readWord(text: string, start: number): QueryToken {
  const end = start + lengthOf(word, text, start);
  if (text.charAt(end) === "\\") return brokenEscape(text, end);
  const raw = text.slice(start, end);
  if (operators.has(raw)) return { kind: "operator", start, end };
  return { kind: "word", start, end, wild: /[*?]/.test(raw.replace(/\\./gs, "")) };
}

function brokenEscape(text: string, at: number): QueryToken {
  const problem =
    at + 1 < text.length
      ? '"\\u" wants four hexadecimal digits after it; write \\\\u for a backslash and a "u"'
      : '"\\" at the end escapes nothing; write \\\\ for a backslash';
  return { kind: "wrong", start: at, end: at + 1, problem };
}

function readRange(text: string, start: number): QueryToken {
  const problem =
    "a range is written [LOW TO HIGH], {LOW TO HIGH} without its ends; * leaves an end open, and an end with spaces or brackets wants quotes";
  const bad = { kind: "wrong", start, end: start + 1, problem } as const;
  const fromAt = skipSpace(text, start + 1);
  const fromEnd = fromAt + lengthOf(rangeEnd, text, fromAt);
  const toAt = skipSpace(text, fromEnd);
  const afterTo = skipSpace(text, toAt + 2);
  if (fromEnd === fromAt || toAt === fromEnd || text.slice(toAt, toAt + 2) !== "TO" || afterTo === toAt + 2) return bad;
  const end = afterTo + lengthOf(rangeEnd, text, afterTo);
  const close = skipSpace(text, end);
  const last = text.charAt(close);
  if (end === afterTo || (last !== "]" && last !== "}")) return bad;
  const from = { text: valueOfEnd(text.slice(fromAt, fromEnd)), included: text.charAt(start) === "[" };
  const to = { text: valueOfEnd(text.slice(afterTo, end)), included: last === "]" };
  return { kind: "range", start, end: close + 1, from, to };
}

function valueOfEnd(raw: string): string {
  return raw.startsWith('"') ? raw.slice(1, -1) : withoutEscapes(raw);
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
