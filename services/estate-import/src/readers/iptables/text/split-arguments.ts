/** One argument of a line. Offsets count from 0. `end` is the first offset after the argument. */
export interface Argument {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if the argument was in quotes. Such an argument is never an option or `!`. */
  readonly quoted: boolean;
}

/**
 * Splits a line into arguments at spaces and tabs, as iptables-restore does. Double quotes enclose an argument that may
 * contain spaces and tabs. In such an argument, a backslash escapes the next character. The argument ends at the
 * closing quote. A single quote has no special meaning. Returns undefined if a double quote is not closed.
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
