import { bigintAt } from "./wide-edges.ts";

const slash = 0x2f;
const dot = 0x2e;
const colon = 0x3a;

/**
 * Parses an IPv4 address or CIDR in one pass. Returns `low * 64 + prefix`, where `low` is the address as a number.
 * Returns -1 if the text is malformed or has host bits.
 */
export function scanIpv4(text: string): number {
  let low = 0;
  let part = -1;
  let parts = 0;
  let index = 0;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      if (part === 0) return -1;
      part = part < 0 ? code - 0x30 : part * 10 + code - 0x30;
      if (part > 255) return -1;
    } else if (code === dot && part >= 0 && parts < 3) {
      low = low * 256 + part;
      part = -1;
      parts += 1;
    } else if (code === slash) break;
    else return -1;
  }
  if (parts !== 3 || part < 0) return -1;
  low = low * 256 + part;
  const prefix = scanPrefix(text, index, 32);
  if (prefix < 0 || low % 2 ** (32 - prefix) !== 0) return -1;
  return low * 64 + prefix;
}

/**
 * Parses an IPv6 address or CIDR. Writes the address to `words` as four words, and returns the prefix length. Returns
 * -1 if the text is malformed. The caller must check for host bits.
 */
export function scanIpv6(text: string, words: Uint32Array): number {
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  let gap = -1;
  let index = 0;
  let value = 0;
  let digits = 0;
  let groupStart = 0;
  if (text.charCodeAt(0) === colon) {
    if (text.charCodeAt(1) !== colon) return -1;
    gap = 0;
    index = 2;
    groupStart = 2;
  }
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const digit = hexDigit(code);
    if (digit >= 0) {
      digits += 1;
      if (digits > 4) return -1;
      value = value * 16 + digit;
      continue;
    }
    if (code === slash) break;
    if (code === dot) {
      const cut = text.indexOf("/", index);
      const end = cut < 0 ? text.length : cut;
      const tail = scanIpv4(text.slice(groupStart, end));
      if (tail < 0 || digits === 0 || count > 6) return -1;
      const address = (tail - 32) / 64;
      groups[count] = Math.floor(address / 65536);
      count += 1;
      value = address % 65536;
      index = end;
      break;
    }
    if (code !== colon || digits === 0 || count === 8) return -1;
    groups[count] = value;
    count += 1;
    value = 0;
    digits = 0;
    if (text.charCodeAt(index + 1) === colon) {
      if (gap >= 0) return -1;
      gap = count;
      index += 1;
    } else {
      const next = index + 1 < text.length ? text.charCodeAt(index + 1) : slash;
      if (next === slash) return -1;
    }
    groupStart = index + 1;
  }
  if (digits > 0) {
    if (count === 8) return -1;
    groups[count] = value;
    count += 1;
  }
  if (gap < 0 ? count !== 8 : count > 7) return -1;
  if (gap >= 0) {
    groups.splice(count);
    groups.splice(gap, 0, ...new Array<number>(8 - count).fill(0));
  }
  for (let word = 0; word < 4; word += 1) {
    words[word] = (groups[word * 2] ?? 0) * 65536 + (groups[word * 2 + 1] ?? 0);
  }
  return scanPrefix(text, index, 128);
}

export function formatIpv4(value: number): string {
  return `${Math.floor(value / 16777216)}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/**
 * Writes an IPv6 address in the form of RFC 5952: lower case, no leading zeros, and `::` for the longest run of two or
 * more zero groups (the first one if several are equally long).
 */
export function formatIpv6(words: Uint32Array): string {
  let gap = 8;
  let gapLength = 1;
  let run = 0;
  for (let index = 0; index < 8; index += 1) {
    run = groupAt(words, index) === 0 ? run + 1 : 0;
    if (run > gapLength) {
      gapLength = run;
      gap = index + 1 - run;
    }
  }
  let text = "";
  for (let index = 0; index < 8; index += 1) {
    if (index === gap) {
      text += "::";
      index += gapLength - 1;
    } else text += text === "" || index === gap + gapLength ? hexText(words, index) : `:${hexText(words, index)}`;
  }
  return text;
}

function groupAt(words: Uint32Array, index: number): number {
  const word = words[index >>> 1] as number;
  return index & 1 ? word & 0xffff : word >>> 16;
}

function hexText(words: Uint32Array, index: number): string {
  return groupAt(words, index).toString(16);
}

export function bigintOfWords(words: Uint32Array): bigint {
  return bigintAt(words, 0);
}

/**
 * Returns the prefix length after the slash at `index`. Returns `width` when the text ends there, and -1 when there is
 * no valid prefix.
 */
function scanPrefix(text: string, index: number, width: number): number {
  if (index === text.length) return width;
  const length = text.length - index - 1;
  if (length < 1 || length > 3) return -1;
  let prefix = 0;
  for (let place = index + 1; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code < 0x30 || code > 0x39) return -1;
    if (prefix === 0 && place > index + 1) return -1;
    prefix = prefix * 10 + code - 0x30;
  }
  return prefix <= width ? prefix : -1;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
