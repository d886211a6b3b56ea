import { shorten } from "../schemas/bounded-schemas.ts";
import { type QueryToken, readToken, skipSpace, withoutEscapes } from "./query-tokens.ts";

/** Fields that a query may name, besides `_exists_`, `tags.KEY` and `*:*`. */
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

/** Fields that a page of items may be sorted by. */
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

/**
 * A field that stands before a colon in a query. For a tag field, such as `tags.owner`, `key` is the key of the tag.
 */
export type NamedField = { readonly name: string } & (
  | { readonly kind: "text" | "time" | "ip" | "presence" | "anything" }
  | { readonly kind: "tag"; readonly key: string }
);

/**
 * A field name in a query. `end` is the offset after the colon that follows the name. `by` replaces the name and the
 * colon in the rewritten query. If `by` is undefined, they stay as written.
 */
export type Naming =
  | { readonly ok: true; readonly field: NamedField; readonly end: number; readonly by: string | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a field name that begins with this token. Returns undefined if no colon follows the name, because the token is
 * then not a field name.
 */
export function readNaming(query: string, token: QueryToken): Naming | undefined {
  if (token.kind !== "word") return undefined;
  const raw = query.slice(token.start, token.end);
  const { name, end } = readName(query, token);
  const colonAt = skipSpace(query, end);
  if (query.charAt(colonAt) !== ":") return undefined;
  // Two colons after white space begin an address, as in `web ::1`, so they do not make the word before them a field
  // name.
  if (colonAt > end && query.startsWith("::", colonAt)) return undefined;
  if (token.wild && raw !== "*")
    return { ok: false, problem: `"${shorten(raw)}:" is not a field; a field takes no wildcard` };
  const field = raw === "*" ? ({ kind: "anything", name: "*" } as const) : fieldOf(name);
  if (!field) return { ok: false, problem: unknownField(name) };
  const by = field.kind === "tag" ? "tags:" : field.kind === "presence" ? "" : undefined;
  return { ok: true, field, end: colonAt + 1, by };
}

/**
 * Returns the field name that begins with this token, and the offset after the name. The key of a tag may be quoted, as
 * in `tags."my key"`.
 */
export function readName(query: string, { start, end }: QueryToken): { readonly name: string; readonly end: number } {
  const raw = query.slice(start, end);
  const quoted = raw === "tags." ? readToken(query, end) : undefined;
  if (quoted?.kind !== "quoted") return { name: withoutEscapes(raw), end };
  return { name: raw + withoutEscapes(query.slice(quoted.start + 1, quoted.end - 1)), end: quoted.end };
}

/** Returns the field of this name, or undefined if the field is unknown. */
export function fieldOf(name: string): NamedField | undefined {
  if (name.startsWith("tags.") && name.length > "tags.".length) return { kind: "tag", name, key: name.slice(5) };
  if (name === "_exists_") return { kind: "presence", name };
  if (!queryFields.some((one) => one === name)) return undefined;
  return { kind: name === "ip" ? "ip" : name.endsWith("At") ? "time" : "text", name };
}

/** Returns the error message for an unknown field. The message suggests the nearest known field. */
export function unknownField(written: string): string {
  const nearest = nearestName(queryFields, written);
  return `"${shorten(written)}" is not a field; the nearest is "${nearest}", and a text that holds ":" wants quotes`;
}

/** Returns the name with the least edit distance to the written name, without regard to case. */
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

/** Returns the Levenshtein distance. */
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
