import type { Changes } from "./judge-changes.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/**
 * Returns the members of `before` that are missing or different in `after`. Both texts are examples of the documents or
 * payloads of a service. A change may only add members, because the previous release reads what the new release wrote.
 * This happens during an update and after a rollback.
 */
export function storedChanges(before: string, after: string): Changes {
  return { breaks: [...lostMembers(JSON.parse(before), JSON.parse(after), [])], dangers: [] };
}

function* lostMembers(before: Json, after: Json | undefined, place: readonly string[]): Generator<string> {
  const at = place.join(".") || "the text";
  if (after === undefined) yield `${at} was removed.`;
  else if (Array.isArray(before) && Array.isArray(after)) yield* lostEntries(before, after, place);
  else if (isObject(before) && isObject(after))
    for (const [name, member] of Object.entries(before)) yield* lostMembers(member, after[name], [...place, name]);
  else if (JSON.stringify(before) !== JSON.stringify(after)) yield `${at} was changed.`;
}

/**
 * Compares two lists. If every entry has its own id or name, compares the entries with the same id or name, because a
 * later version may insert entries. Otherwise compares the entries at the same position.
 */
function* lostEntries(before: readonly Json[], after: readonly Json[], place: readonly string[]): Generator<string> {
  const named = byName(after);
  const names = [...byName(before).keys()];
  const isNamed = names.length === before.length && named.size === after.length;
  for (const [index, entry] of before.entries()) {
    const name = (isNamed && names[index]) || String(index);
    yield* lostMembers(entry, isNamed ? named.get(name) : after[index], [...place, name]);
  }
}

/**
 * Returns a map of the entries with an id or a name. The key is the id or, without an id, the name. If several entries
 * have the same key, the last one is kept.
 */
function byName(entries: readonly Json[]): ReadonlyMap<string, Json> {
  const named = new Map<string, Json>();
  for (const entry of entries) {
    const name = isObject(entry) ? (entry._id ?? entry.name) : undefined;
    if (name !== undefined && name !== "") named.set(typeof name === "string" ? name : JSON.stringify(name), entry);
  }
  return named;
}

function isObject(value: Json): value is { readonly [member: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
