import { hashBoundaryInputs, parseBoundaryInputs, printBoundaryInputs } from "./boundary-inputs.ts";
import type { BoundaryInputsStore } from "./boundary-inputs-store.ts";

/** A store of boundary inputs in memory, for tests. */
export function inMemoryBoundaryInputsStore(now: () => Date = () => new Date()): BoundaryInputsStore {
  const stored = new Map<string, { readonly text: string; keptAt: Date }>();
  return {
    async keep(boundaryInputs) {
      const hash = hashBoundaryInputs(boundaryInputs);
      stored.set(hash, { text: printBoundaryInputs(boundaryInputs), keptAt: now() });
      return hash;
    },
    async read(hash) {
      const found = stored.get(hash);
      return found ? parseBoundaryInputs(found.text) : null;
    },
    async purge(isInUse, before) {
      const old = [...stored].filter(([hash, { keptAt }]) => keptAt < before && !isInUse.has(hash));
      for (const [hash] of old) stored.delete(hash);
      return old.length;
    },
  };
}
