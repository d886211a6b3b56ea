import type { Command } from "./commands.ts";

/** Reads the words of a command one after another. */
export interface WordReader {
  /** Returns the next word without skipping it. Returns an empty text at the end. */
  peek(): string;
  next(): string;
  /** If the next word is one of `words`, skips it and returns true. Otherwise skips nothing and returns false. */
  take(...words: readonly string[]): boolean;
  /** Returns the column of the next word, or of the last word if none is left. */
  column(): number;
  /** Returns the words that are left. */
  rest(): string;
}

/** Returns a reader that begins after the first `from` words. */
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
