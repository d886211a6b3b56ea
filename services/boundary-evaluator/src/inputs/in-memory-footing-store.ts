import { footingHash, parseFooting, printFooting } from "./footing.ts";
import type { FootingStore } from "./footing-store.ts";

/** A footing store without an engine, for tests. */
export function inMemoryFootingStore(now: () => Date = () => new Date()): FootingStore {
  const held = new Map<string, { readonly text: string; keptAt: Date }>();
  return {
    async keep(footing) {
      const hash = footingHash(footing);
      held.set(hash, { text: printFooting(footing), keptAt: now() });
      return hash;
    },
    async read(hash) {
      const found = held.get(hash);
      return found ? parseFooting(found.text) : null;
    },
    async forget(isInUse, before) {
      const old = [...held].filter(([hash, { keptAt }]) => keptAt < before && !isInUse.has(hash));
      for (const [hash] of old) held.delete(hash);
      return old.length;
    },
  };
}
