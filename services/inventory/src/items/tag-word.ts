import type { ItemTag } from "./item.ts";

/** Returns the index terms for tags: one for each key alone, and one for each key with its value. */
export function tagWords(tags: readonly ItemTag[]): string[] {
  return tags.flatMap(({ key, value }) => [tagWord(key), tagWord(key, value)]);
}

/**
 * Returns the index term of a key, or of a key and a value with "=" between them. Each "=" in the key is replaced by
 * U+0000, which no tag contains. The term of a key alone therefore never equals a term with a value.
 */
export function tagWord(key: string, value?: string): string {
  const name = key.replaceAll("=", "\u0000");
  return value === undefined ? name : `${name}=${value}`;
}
