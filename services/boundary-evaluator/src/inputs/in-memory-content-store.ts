import { gzipSync } from "node:zlib";
import type { ContentStore } from "./content-store.ts";

/** A content store in memory, for tests. */
export function inMemoryContentStore(): ContentStore {
  const texts = new Map<string, string>();
  return {
    async keepAll(contents) {
      for (const { key, pieces } of contents) if (!texts.has(key)) texts.set(key, [...pieces()].join(""));
    },
    async read(key) {
      return texts.get(key) ?? null;
    },
    async readMany(keys) {
      return new Map(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key) ?? ""]] : [])));
    },
    async readPacked(keys) {
      return new Map(keys.flatMap((key) => (texts.has(key) ? [[key, gzipSync(texts.get(key) ?? "")]] : [])));
    },
  };
}
