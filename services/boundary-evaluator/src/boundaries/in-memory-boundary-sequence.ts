import type { BoundarySequence } from "./boundary-store.ts";

/**
 * Creates a boundary sequence in memory, for tests. For each of the last `kept` changes, it stores the id of the
 * changed boundary.
 */
export function inMemoryBoundarySequence(kept = 200): BoundarySequence {
  let sequence = 0;
  let recent: string[] = [];
  return {
    async current() {
      return sequence;
    },
    async raise(changedId) {
      sequence += 1;
      recent = [...recent, changedId].slice(-kept);
    },
    async changesSince(since) {
      const missed = sequence - since;
      const known = missed >= 0 && missed <= recent.length;
      return { sequence, changedIds: known ? recent.slice(recent.length - missed) : null };
    },
  };
}
