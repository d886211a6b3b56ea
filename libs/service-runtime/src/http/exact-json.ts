import { randomBytes } from "node:crypto";

/**
 * A number that 64-bit floating point would change. It keeps its digits as written, and `JSON.stringify` writes them
 * unchanged.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

// TypeScript's library does not declare these two functions yet.
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};

/**
 * Returns whether a parsed value is an `ExactNumber`. In memory it is an object, but it was a number in the JSON
 * document.
 */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isRawJSON(value);
}

/**
 * Parses JSON like `JSON.parse`, but returns some numbers as an `ExactNumber`:
 * - numbers whose value changes in a conversion to 64-bit floating point and back
 * - integers that are written without an exponent, but that JavaScript would write with an exponent
 *
 * For invalid JSON, throws the same SyntaxError as `JSON.parse`.
 *
 * Before parsing, the function replaces each of these numbers by a string that begins with a random word. After
 * parsing, it replaces these strings by `ExactNumber` values. A reviver of `JSON.parse` could also read the digits, but
 * it takes ten times as long and fails on deep nesting.
 */
export function parseExactJson(text: string): unknown {
  if (!mayHoldExact.test(text)) return JSON.parse(text);
  const word = randomBytes(12).toString("base64url");
  const marked = markNumbers(text, word);
  if (marked === undefined) return JSON.parse(text);
  try {
    return replaceMarked(JSON.parse(marked), word);
  } catch (error) {
    // Parses the original text again, so that the position in the error refers to the original text.
    if (error instanceof SyntaxError) JSON.parse(text);
    throw error;
  }
}

/**
 * Quickly checks whether a document may contain a number that floating point would change. Most documents contain no
 * such number, and this check takes half the time of `markNumbers`.
 */
const mayHoldExact = /(?:[:,[]|^)\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const numberText = /-?\d[\d.eE+-]*/y;
/**
 * Matches numbers that floating point may change. Every other number has at most 15 characters and an exponent of at
 * most two characters. Floating point never changes such a number.
 */
const mayChange = /.{16}|[eE].{3}/;
const endsValue = /\s*(?:[,\]}]|$)/y;

/**
 * Returns the JSON text in which every number that must become an `ExactNumber` is replaced by a string that consists
 * of `word` and the number. Returns undefined if the text has no such number.
 */
function markNumbers(text: string, word: string): string | undefined {
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (startsNumber(code)) {
      numberText.lastIndex = at;
      const number = numberText.exec(text)?.[0] ?? "";
      if (number === "") continue;
      const end = at + number.length;
      if (mayChange.test(number) && !isRepresented(number) && isValue(text, end)) {
        pieces.push(text.slice(done, at), `"${word}${number}"`);
        done = end;
      }
      at = end - 1;
    }
  }
  return done === 0 ? undefined : [...pieces, text.slice(done)].join("");
}

/**
 * Returns the position of the closing quote of the string that begins at `start`, or the length of the text if the
 * quote is missing.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function startsNumber(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

/**
 * Reports whether the number that ends at `end` is a value and not the name of a member. Invalid JSON may use a number
 * as a name. If this number were replaced by a string, the document would become valid.
 */
function isValue(text: string, end: number): boolean {
  endsValue.lastIndex = end;
  return endsValue.test(text);
}

/**
 * Reports whether the number survives a conversion to 64-bit floating point and back. A whole number that is written
 * without an exponent must come back with the same digits. For any other number, it is enough that the value stays the
 * same.
 */
function isRepresented(number: string): boolean {
  const written = String(Number(number));
  return written === number || (/[.eE]/.test(number) && decimalOf(written) === decimalOf(number));
}

/** Returns a canonical form of a number's value, or undefined for a text that is not a number. */
function decimalOf(number: string): string | undefined {
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`;
  let first = 0;
  while (digits.charCodeAt(first) === 0x30) first += 1;
  if (first === digits.length) return "0";
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) + whole.length - first}`;
}

/**
 * Replaces every string in `value` that begins with `word` by the exact number that follows the word. Uses a stack of
 * its own, because values may nest deeper than the call stack allows.
 */
function replaceMarked(value: unknown, word: string): unknown {
  const top = [value];
  const open: object[] = [top];
  const exactNumberOf = (member: unknown): ExactNumber | undefined => {
    if (typeof member === "string" && member.startsWith(word)) return rawJSON(member.slice(word.length));
    if (typeof member === "object" && member !== null) open.push(member);
    return undefined;
  };
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder))
      for (let at = 0; at < holder.length; at += 1) {
        const number = exactNumberOf(holder[at]);
        if (number) holder[at] = number;
      }
    else
      for (const name of Object.keys(holder)) {
        const number = exactNumberOf(holder[name as keyof typeof holder]);
        // Assignment to "__proto__" would set the prototype.
        if (number) Object.defineProperty(holder, name, { value: number, enumerable: true });
      }
  }
  return top[0];
}
