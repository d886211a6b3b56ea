import { estateText, MOST_TEXT } from "./estate-text.ts";

/**
 * Joins texts from the estate into one cell of at most 200 characters, such as "web-1, web-2 and 40 more".
 *
 * `omitted` is the number of further texts that the caller left out of `texts`, or "some" if the number is unknown.
 * With "some", the cell ends with "and more" if it shows all of `texts`. Otherwise, it ends with a text such as "and
 * 40+ more".
 */
export function textList(texts: readonly string[], omitted: number | "some" = 0): string {
  let list: string | undefined;
  let shownTexts = "";
  for (let shown = 1; shown <= texts.length && shownTexts.length <= MOST_TEXT; shown++) {
    const text = estateText(texts[shown - 1] ?? "");
    shownTexts = shown === 1 ? text : `${shownTexts}, ${text}`;
    const whole = shownTexts + ending(texts.length - shown, omitted);
    if (whole.length <= MOST_TEXT) list = whole;
  }
  if (list !== undefined) return list;
  const [first] = texts;
  if (first === undefined) return ending(0, omitted).replace(/^ and /, "");
  const more = ending(texts.length - 1, omitted);
  return estateText(first, MOST_TEXT - more.length) + more;
}

function ending(hidden: number, omitted: number | "some"): string {
  if (omitted === "some") return hidden === 0 ? " and more" : ` and ${hidden}+ more`;
  return hidden + omitted === 0 ? "" : ` and ${hidden + omitted} more`;
}
