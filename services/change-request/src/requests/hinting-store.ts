import type { ChangeRequestStore } from "./change-request-store.ts";

/**
 * Returns a store that calls `hint` after every write that changes the state of a change request. A write does not wait
 * for `hint` to complete.
 */
export function withHints(store: ChangeRequestStore, hint: (id: string) => void): ChangeRequestStore {
  function hinted<Outcome>(id: string, outcome: Outcome): Outcome {
    if (outcome) hint(id);
    return outcome;
  }
  return {
    ...store,
    create: async (request, over) => hinted(request.id, await store.create(request, over)),
    revise: async (which, next) => hinted(which.id, await store.revise(which, next)),
    remove: async (id, deletedAt) => hinted(id, await store.remove(id, deletedAt)),
    async updateEvaluation(before, after) {
      const changed = await store.updateEvaluation(before, after);
      return before.verdict === after.verdict ? changed : hinted(before.id, changed);
    },
  };
}
