import type { ItemTag } from "./item.ts";

/** Tags as words of the index: each key alone, and each key with its value. */
export function tagWords(tags: readonly ItemTag[]): string[] {
  return tags.flatMap(({ key, value }) => [tagWord(key), tagWord(key, value)]);
}

/**
 * A key, or a key with its value after "=". In the key itself U+0000 stands for "=", which no tag holds, so that no key
 * reads like another one with a value.
 */
export function tagWord(key: string, value?: string): string {
  const name = key.replaceAll("=", "\u0000");
  return value === undefined ? name : `${name}=${value}`;
}
