import { type LocatedError, quoted } from "./query-error.ts";

/** A token of a query. `at` and `end` are offsets in the text, in UTF-16 units. */
export type Token = { readonly at: number; readonly end: number } & (
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "string"; readonly pieces: readonly StringPiece[] }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "date"; readonly text: string }
  | { readonly kind: "sign"; readonly sign: Sign }
  | { readonly kind: "end" }
);

/** A part of a string: literal characters, or a wildcard (an asterisk), which stands for any characters. */
export type StringPiece = string | typeof ANY_CHARACTERS;
export const ANY_CHARACTERS = { wildcard: true } as const;

const SIGNS = ["!=", "!~", ">=", "<=", "{", "}", "(", ")", "[", "]", ",", ".", "|", "=", "~", ">", "<"] as const;
export type Sign = (typeof SIGNS)[number];

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly error: LocatedError };

const SPACE = /[\s\uFEFF]*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const DATE = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?/y;
const NUMBER = /\d+(?:\.\d+)?/y;

/** Splits a query into tokens, in linear time. White space has no meaning except that it separates tokens. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let at = match(SPACE, text, 0).length;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if ("error" in token) return { ok: false, error: token.error };
    tokens.push(token);
    at = token.end + match(SPACE, text, token.end).length;
  }
  return { ok: true, tokens: [...tokens, { kind: "end", at, end: at }] };
}

function tokenAt(text: string, at: number): Token | { readonly error: LocatedError } {
  if (text[at] === "'") return stringAt(text, at);
  const name = match(NAME, text, at);
  if (name !== "") return { kind: "name", name, at, end: at + name.length };
  const date = match(DATE, text, at);
  if (date !== "") return { kind: "date", text: date, at, end: at + date.length };
  const number = match(NUMBER, text, at);
  if (number !== "") return { kind: "number", text: number, at, end: at + number.length };
  const sign = SIGNS.find((one) => text.startsWith(one, at));
  if (sign !== undefined) return { kind: "sign", sign, at, end: at + sign.length };
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const hint =
    found === '"' || found === "\u2018" || found === "\u2019" ? "; texts stand in single quotes, such as 'web'" : "";
  return { error: { at, found, expected: [], message: `${quoted(found)} has no meaning here${hint}` } };
}

/** Reads a string up to its closing quote. A character after a backslash stands for itself, even an asterisk. */
function stringAt(text: string, start: number): Token | { readonly error: LocatedError } {
  const pieces: StringPiece[] = [];
  let plain = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'") {
      if (plain !== "") pieces.push(plain);
      return { kind: "string", pieces, at: start, end: at + 1 };
    }
    if (character === "*") {
      if (plain !== "") pieces.push(plain);
      pieces.push(ANY_CHARACTERS);
      plain = "";
    } else if (character === "\\") {
      at += 1;
      plain += text[at] ?? "";
    } else plain += character;
  }
  const message = "the text that begins here has no closing quote; write \\' for a quote inside it";
  return { error: { at: start, found: text.slice(start, start + 20), expected: ["'"], message } };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/**
 * Returns the text of a token as the query contains it, in quotes and shortened, for an error message. Returns "the end
 * of the query" without quotes for the token of the end.
 */
export function tokenText(text: string, token: Token): string {
  return token.kind === "end" ? "the end of the query" : quoted(text.slice(token.at, token.end));
}
