/** The largest number of characters that a text from the estate may have in an answer. */
export const MOST_TEXT = 200;

const CUT = "…";
/** Matches control characters, which include tabs, and line breaks. In a table, they would split a cell or a line. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * Matches invisible characters, such as direction marks, tag characters and variation selectors. Such characters could
 * make a text look like another text, or hide text in it.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Matches plain texts, which need no change. Most texts are plain. */
const PLAIN = /^[ -~]*$/;

/**
 * Makes a text from the estate safe to print on one line. Replaces each run of control characters and line breaks by
 * one space, and removes invisible characters. Shortens a text of more than `most` characters to `most` characters, the
 * last of which is an ellipsis.
 */
export function estateText(value: string, most: number = MOST_TEXT): string {
  if (value.length <= most && PLAIN.test(value)) return value;
  const line = value.toWellFormed().replace(breaking, " ").replace(invisible, "");
  if (line.length <= most) return line;
  const characters = Array.from(line);
  return characters.length <= most ? line : characters.slice(0, most - 1).join("") + CUT;
}
