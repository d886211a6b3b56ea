import type { ChangeRequestStore } from "./change-request-store.ts";

/** The store, telling `hint` after each write that changes what a request shows. `hint` is not waited for. */
export function withHints(store: ChangeRequestStore, hint: (id: string) => void): ChangeRequestStore {
  function told<Outcome>(id: string, outcome: Outcome): Outcome {
    if (outcome) hint(id);
    return outcome;
  }
  return {
    ...store,
    create: async (request, over) => told(request.id, await store.create(request, over)),
    revise: async (which, next) => told(which.id, await store.revise(which, next)),
    remove: async (id, deletedAt) => told(id, await store.remove(id, deletedAt)),
    async changeJudging(before, after) {
      const changed = await store.changeJudging(before, after);
      return before.verdict === after.verdict ? changed : told(before.id, changed);
    },
  };
}
