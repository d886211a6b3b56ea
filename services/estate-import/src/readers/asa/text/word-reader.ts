import type { Command } from "./commands.ts";

/** Reads the words of a command one after another. */
export interface WordReader {
  /** The next word; empty at the end. */
  peek(): string;
  next(): string;
  /** Goes past the next word if it is one of these. */
  take(...words: readonly string[]): boolean;
  /** Gives the column of the next word, or of the command's last word if no word is left. */
  column(): number;
  /** The words that are left. */
  rest(): string;
}

/** `from` words are skipped. */
export function readWords({ words }: Command, from: number): WordReader {
  let at = from;
  const peek = () => words[at]?.text ?? "";
  return {
    peek,
    next() {
      const word = peek();
      at++;
      return word;
    },
    take(...expected) {
      const found = expected.includes(peek());
      if (found) at++;
      return found;
    },
    column: () => (words[at] ?? words.at(-1))?.column ?? 1,
    rest: () =>
      words
        .slice(at)
        .map(({ text }) => text)
        .join(" "),
  };
}
