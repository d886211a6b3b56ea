import { randomBytes } from "node:crypto";

/** A number that 64-bit floating point would change, in the digits it was written with. `JSON.stringify` writes it so. */
export interface ExactNumber {
  readonly rawJSON: string;
}

// The language's types do not have these two yet.
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};

/** Whether a parsed value is such a number. It is an object, but none of the document. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isRawJSON(value);
}

/**
 * Parses JSON as `JSON.parse` does, and keeps every number that 64-bit floating point would change: one whose value it
 * can't hold, and a whole number that it would write with an exponent. Throws the same SyntaxError.
 *
 * The reviver of `JSON.parse` is shown the digits too, but takes ten times as long and fails where values nest deeper
 * than the stack reaches. Here such a number is parsed as a text that begins with a random word, and replaced.
 */
export function parseExactJson(text: string): unknown {
  if (!mayHoldSome.test(text)) return JSON.parse(text);
  const word = randomBytes(12).toString("base64url");
  const marked = markNumbers(text, word);
  if (marked === undefined) return JSON.parse(text);
  try {
    return replaceMarked(JSON.parse(marked), word);
  } catch (error) {
    // A message that names a place names one of the text as it was given.
    if (error instanceof SyntaxError) JSON.parse(text);
    throw error;
  }
}

/** Most documents hold none, and this check takes half the time of the scan below. */
const mayHoldSome = /(?:[:,[]|^)\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const numberText = /-?\d[\d.eE+-]*/y;
/** A shorter number with a shorter exponent has at most 15 digits and a value that floating point tells from all others. */
const mayChange = /.{16}|[eE].{3}/;
const endsValue = /\s*(?:[,\]}]|$)/y;

/** The text with every number to be kept as a text that begins with the word; undefined when there is none. */
function markNumbers(text: string, word: string): string | undefined {
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (startsNumber(code)) {
      numberText.lastIndex = at;
      const number = numberText.exec(text)?.[0] ?? "";
      if (number === "") continue;
      const end = at + number.length;
      if (mayChange.test(number) && !isHeld(number) && isValue(text, end)) {
        pieces.push(text.slice(done, at), `"${word}${number}"`);
        done = end;
      }
      at = end - 1;
    }
  }
  return done === 0 ? undefined : [...pieces, text.slice(done)].join("");
}

/** Where the text that begins here ends. */
function endOfText(text: string, start: number): number {
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

/** A number in the place of a name would become a name. */
function isValue(text: string, end: number): boolean {
  endsValue.lastIndex = end;
  return endsValue.test(text);
}

/** Whether floating point writes the same digits, or of a number with a point or an exponent the same value. */
function isHeld(number: string): boolean {
  const written = String(Number(number));
  return written === number || (/[.eE]/.test(number) && decimalOf(written) === decimalOf(number));
}

/** One text for each value, whatever way it is written in; undefined for what is no number. */
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

/** Puts numbers in the place of marked texts. By a list of what is open, because values may nest deeper than the stack reaches. */
function replaceMarked(value: unknown, word: string): unknown {
  const top = [value];
  const open: object[] = [top];
  const keep = (one: unknown): ExactNumber | undefined => {
    if (typeof one === "string" && one.startsWith(word)) return rawJSON(one.slice(word.length));
    if (typeof one === "object" && one !== null) open.push(one);
    return undefined;
  };
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder))
      for (let at = 0; at < holder.length; at += 1) {
        const number = keep(holder[at]);
        if (number) holder[at] = number;
      }
    else
      for (const name of Object.keys(holder)) {
        const number = keep(holder[name as keyof typeof holder]);
        // Assigned, "__proto__" would be no member.
        if (number) Object.defineProperty(holder, name, { value: number, enumerable: true });
      }
  }
  return top[0];
}
