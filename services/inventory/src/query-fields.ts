import { shorten } from "./parse-item.ts";
import { type QueryToken, readToken, skipSpace, withoutEscapes } from "./query-tokens.ts";

/** What a query may name before a colon, besides `_exists_`, `tags.KEY` and `*:*`. */
const queryFields = [
  "accountId",
  "cloudAccountId",
  "region",
  "type",
  "typeName",
  "id",
  "name",
  "hostname",
  "macAddress",
  "vendor",
  "tags",
  "ip",
  "ips",
  "firstSeenAt",
  "lastSeenAt",
  "lastChangedAt",
  "connectorId",
] as const;

/** What a page of items may be sorted by. */
export const sortFields = [
  "accountId",
  "cloudAccountId",
  "region",
  "type",
  "typeName",
  "id",
  "name",
  "hostname",
  "vendor",
  "firstSeenAt",
  "lastSeenAt",
] as const;

export type SortField = (typeof sortFields)[number];

/** What stands before a colon. `key` is that of a tag. */
export type NamedField = { readonly name: string } & (
  | { readonly kind: "text" | "time" | "ip" | "presence" | "anything" }
  | { readonly kind: "tag"; readonly key: string }
);

/** A field as a query names it; `end` is the first place after its colon, `by` what the engine is given instead. */
export type Naming =
  | { readonly ok: true; readonly field: NamedField; readonly end: number; readonly by: string | undefined }
  | { readonly ok: false; readonly problem: string };

/** Reads the field that begins with this token; undefined when no colon follows, and it is a value. */
export function readNaming(query: string, token: QueryToken): Naming | undefined {
  if (token.kind !== "word") return undefined;
  const raw = query.slice(token.start, token.end);
  const inQuotes = raw === "tags." ? readToken(query, token.end) : undefined;
  const key = inQuotes?.kind === "quoted" ? query.slice(inQuotes.start + 1, inQuotes.end - 1) : undefined;
  const colonAt = skipSpace(query, key === undefined || !inQuotes ? token.end : inQuotes.end);
  if (query.charAt(colonAt) !== ":") return undefined;
  if (token.wild && raw !== "*")
    return { ok: false, problem: `"${shorten(raw)}:" is not a field; a field takes no wildcard` };
  const field = raw === "*" ? ({ kind: "anything", name: "*" } as const) : fieldOf(withoutEscapes(raw + (key ?? "")));
  if (!field) return { ok: false, problem: unknownField(raw) };
  const by = field.kind === "tag" ? "tags:" : field.kind === "presence" ? "" : undefined;
  return { ok: true, field, end: colonAt + 1, by };
}

/** The field of this name; undefined when there is none. */
export function fieldOf(name: string): NamedField | undefined {
  if (name.startsWith("tags.") && name.length > "tags.".length) return { kind: "tag", name, key: name.slice(5) };
  if (name === "_exists_") return { kind: "presence", name };
  if (!queryFields.some((one) => one === name)) return undefined;
  return { kind: name === "ip" ? "ip" : name.endsWith("At") ? "time" : "text", name };
}

/** Says which field may have been meant. */
export function unknownField(written: string): string {
  const nearest = nearestName(queryFields, written);
  return `"${shorten(written)}" is not a field; the nearest is "${nearest}", and a text that holds ":" wants quotes`;
}

/** The name that differs least from what was written, without looking at case. */
export function nearestName<Name extends string>(names: readonly Name[], written: string): Name | undefined {
  const wanted = [...written.slice(0, 64).toLowerCase()];
  let nearest: Name | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = editDistance(wanted, [...name.toLowerCase()]);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** How many characters have to be put in, left out or replaced. */
function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, a] of one.entries()) {
    const next = [i + 1];
    for (const [j, b] of other.entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (a === b ? 0 : 1)));
    row = next;
  }
  return row[other.length] ?? 0;
}
