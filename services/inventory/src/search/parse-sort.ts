import { shorten } from "../schemas/bounded-schemas.ts";
import type { Sorting } from "./item-search.ts";
import { nearestName, sortFields } from "./query-fields.ts";

/**
 * Parses a sort order such as `-lastSeenAt,name`. Fields are separated by commas, and `-` means descending. An empty
 * text means no sort order.
 */
export function parseSort(
  text: string,
): { readonly ok: true; readonly sort: readonly Sorting[] } | { readonly ok: false; readonly problem: string } {
  if (text === "") return { ok: true, sort: [] };
  const sort: Sorting[] = [];
  for (const part of text.split(",", sortFields.length + 1)) {
    const name = part.replace(/^-/, "");
    const field = sortFields.find((known) => known === name);
    if (!field) {
      const nearest = nearestName(sortFields, name);
      const known = sortFields.join(", ");
      return {
        ok: false,
        problem: `"${shorten(part)}" is not known here; the nearest is "${nearest}", and known are ${known}`,
      };
    }
    if (sort.some((step) => step.field === field))
      return { ok: false, problem: `names "${field}" twice; once is enough` };
    sort.push({ field, descending: part !== name });
  }
  return { ok: true, sort };
}
