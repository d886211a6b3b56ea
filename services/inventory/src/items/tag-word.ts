import type { ItemTag } from "./item.ts";

/** Returns the index terms for tags: one for each key alone, and one for each key with its value. */
export function tagWords(tags: readonly ItemTag[]): string[] {
  return tags.flatMap(({ key, value }) => [tagWord(key), tagWord(key, value)]);
}

/**
 * Returns the term for a key alone, or for a key with its value after "=". In the key, "=" is replaced by U+0000, which
 * no tag contains. The term of a key alone therefore never equals the term of another key with a value.
 */
export function tagWord(key: string, value?: string): string {
  const name = key.replaceAll("=", "\u0000");
  return value === undefined ? name : `${name}=${value}`;
}
