/** One argument of a line. Offsets count from 0. `end` is the first offset after the argument. */
export interface Argument {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Options and `!` stand without quotes; a text may have them. */
  readonly quoted: boolean;
}

/**
 * Splits a line as iptables-restore does. It splits at spaces and tabs, except between double quotes, where a backslash
 * escapes the character after it. A closing quote ends its argument. A single quote has no meaning. Returns undefined
 * if a quote is not closed.
 */
export function splitArguments(line: string, from = 0): readonly Argument[] | undefined {
  const found: Argument[] = [];
  let start = -1;
  let text = "";
  let inQuotes = false;

  for (let at = from; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (inQuotes) {
      if (character === '"') {
        found.push({ text, start, end: at + 1, quoted: true });
        inQuotes = false;
        start = -1;
        text = "";
      } else if (character === "\\" && at + 1 < line.length) {
        at += 1;
        text += line.charAt(at);
      } else text += character;
      continue;
    }
    if (character === " " || character === "\t") {
      if (start >= 0) found.push({ text, start, end: at, quoted: false });
      start = -1;
      text = "";
      continue;
    }
    if (start < 0) start = at;
    if (character === '"') inQuotes = true;
    else text += character;
  }
  if (inQuotes) return undefined;
  if (start >= 0) found.push({ text, start, end: line.length, quoted: false });
  return found;
}
