/** The most characters that one text of the estate takes in an answer. */
export const MOST_TEXT = 200;

const CUT = "…";
/** Control characters, line breaks and tabs would break a table's lines. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * Characters that are not seen, such as direction marks, tags and variation selectors, show a text as something else
 * than it is, or hide another text in it.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Most texts are plain and need no work. */
const PLAIN = /^[ -~]*$/;

/**
 * Makes a text of the estate safe to print in a line: runs of control characters and line breaks become one space,
 * invisible characters go. A text above `most` characters is cut, and ends with "…".
 */
export function estateText(value: string, most: number = MOST_TEXT): string {
  if (value.length <= most && PLAIN.test(value)) return value;
  const line = value.toWellFormed().replace(breaking, " ").replace(invisible, "");
  if (line.length <= most) return line;
  const characters = Array.from(line);
  return characters.length <= most ? line : characters.slice(0, most - 1).join("") + CUT;
}
