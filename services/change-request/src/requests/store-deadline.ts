import { presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import type { PresentedFailure } from "@network-access/service-runtime/failure";
import type { ChangeRequestStore } from "./change-request-store.ts";

/**
 * Gives every call of the store a deadline. The driver's option `timeoutMS` has no effect in the installed version, so
 * a call to a database that does not answer would otherwise wait until the socket times out.
 */
export function withStoreDeadline(store: ChangeRequestStore, ms: number): ChangeRequestStore {
  const within = <Result>(work: () => Promise<Result>) => withDeadline("the database", ms, work);
  return {
    get: (id) => within(() => store.get(id)),
    getByUuid: (uuid) => within(() => store.getByUuid(uuid)),
    occupant: (id) => within(() => store.occupant(id)),
    page: (query) => within(() => store.page(query)),
    getMany: (uuids, maxBytes) => within(() => store.getMany(uuids, maxBytes)),
    newestRevisions: (afterId, limit) => within(() => store.newestRevisions(afterId, limit)),
    create: (request, over) => within(() => store.create(request, over)),
    revise: (which, next) => within(() => store.revise(which, next)),
    remove: (id, deletedAt) => within(() => store.remove(id, deletedAt)),
    shownStates: (ids) => within(() => store.shownStates(ids)),
    evaluationStatus: (uuid) => within(() => store.evaluationStatus(uuid)),
    due: (now, limit) => within(() => store.due(now, limit)),
    updateEvaluation: (before, after) => within(() => store.updateEvaluation(before, after)),
    purgeDeleted: (before, limit) => within(() => store.purgeDeleted(before, limit)),
  };
}

/** Returns the response to the error of an unavailable or silent database. Returns undefined for any other error. */
export function presentStoreError(error: unknown): PresentedFailure | undefined {
  if (error instanceof DeadlineExceeded) return silent;
  return presentDatabaseAway(error);
}

const silent: PresentedFailure = {
  code: "UPSTREAM_UNAVAILABLE",
  status: 503,
  message: "the database did not answer in time; check whether the change was stored, or send it again",
};
