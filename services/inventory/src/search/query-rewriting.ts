import { characterCount } from "@network-access/firewall-rules/text";

/** Replaces parts of a text from left to right, and records where each part of the new text was in the old text. */
export interface Rewriting {
  /**
   * Replaces the characters from offset `from` up to offset `to` by `by`. Copies the text between the previous
   * replacement and `from` unchanged.
   */
  replace(from: number, to: number, by: string): void;
  finish(): { readonly text: string; readonly positionOf: (column: number) => number };
}

export function rewriting(source: string): Rewriting {
  const pieces: { readonly at: number; readonly from: number; readonly kept: boolean }[] = [];
  let text = "";
  let done = 0;
  const keepUpTo = (end: number) => {
    if (end > done) pieces.push({ at: text.length, from: done, kept: true });
    text += source.slice(done, end);
  };
  return {
    replace(from, to, by) {
      keepUpTo(from);
      pieces.push({ at: text.length, from, kept: false });
      text += by;
      done = to;
    },
    finish() {
      keepUpTo(source.length);
      done = source.length;
      return {
        text,
        positionOf(column) {
          const piece = pieces.findLast(({ at }) => at <= column);
          if (!piece) return 1;
          return positionAt(source, piece.from + (piece.kept ? column - piece.at : 0));
        },
      };
    },
  };
}

/** Converts an offset to a position, which counts characters from 1. */
export function positionAt(text: string, offset: number): number {
  return characterCount(text.slice(0, offset)) + 1;
}
