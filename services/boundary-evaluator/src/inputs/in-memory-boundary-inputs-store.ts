import { footingHash, parseBoundaryInputs, printBoundaryInputs } from "./boundary-inputs.ts";
import type { BoundaryInputsStore } from "./boundary-inputs-store.ts";

/** A footing store without an engine, for tests. */
export function inMemoryBoundaryInputsStore(now: () => Date = () => new Date()): BoundaryInputsStore {
  const held = new Map<string, { readonly text: string; keptAt: Date }>();
  return {
    async keep(boundaryInputs) {
      const hash = footingHash(boundaryInputs);
      held.set(hash, { text: printBoundaryInputs(boundaryInputs), keptAt: now() });
      return hash;
    },
    async read(hash) {
      const found = held.get(hash);
      return found ? parseBoundaryInputs(found.text) : null;
    },
    async forget(isInUse, before) {
      const old = [...held].filter(([hash, { keptAt }]) => keptAt < before && !isInUse.has(hash));
      for (const [hash] of old) held.delete(hash);
      return old.length;
    },
  };
}
