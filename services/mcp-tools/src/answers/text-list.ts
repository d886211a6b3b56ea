import { estateText, MOST_TEXT } from "./estate-text.ts";

/**
 * Joins texts of the estate to one cell of at most 200 characters, such as "web-1, web-2 and 40 more". `omitted` is
 * how many further texts the list lacks already.
 */
export function textList(texts: readonly string[], omitted: number = 0): string {
  const safe = texts.map((text) => estateText(text));
  for (let shown = safe.length; shown > 0; shown--) {
    const list = ended(safe.slice(0, shown), safe.length - shown + omitted);
    if (list.length <= MOST_TEXT) return list;
  }
  const [first] = safe;
  if (first === undefined) return omitted > 0 ? `${omitted} not shown` : "";
  const more = ended([""], safe.length - 1 + omitted);
  return estateText(first, MOST_TEXT - more.length) + more;
}

function ended(texts: readonly string[], more: number): string {
  return more > 0 ? `${texts.join(", ")} and ${more} more` : texts.join(", ");
}
