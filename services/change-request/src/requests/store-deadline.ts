import { presentDatabaseAway } from "@network-access/service-runtime/connect-mongo";
import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import type { PresentedFailure } from "@network-access/service-runtime/failure";
import type { ChangeRequestStore } from "./change-request-store.ts";

/**
 * The store with an end to every wait. The driver's own `timeoutMS` does nothing in the version in use, so an engine
 * that took a call and went silent would be waited for until the socket gives up.
 */
export function withStoreDeadline(store: ChangeRequestStore, ms: number): ChangeRequestStore {
  const within = <Result>(work: () => Promise<Result>) => withDeadline("the record store", ms, work);
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
    judging: (uuid) => within(() => store.judging(uuid)),
    due: (now, limit) => within(() => store.due(now, limit)),
    changeJudging: (before, after) => within(() => store.changeJudging(before, after)),
    purgeDeleted: (before, limit) => within(() => store.purgeDeleted(before, limit)),
  };
}

/** How an edge answers while the record store is away or silent; undefined for every other fault. */
export function presentStoreError(error: unknown): PresentedFailure | undefined {
  if (error instanceof DeadlineExceeded) return silent;
  return presentDatabaseAway(error);
}

const silent: PresentedFailure = {
  code: "UPSTREAM_UNAVAILABLE",
  status: 503,
  message: "the record store did not answer in time; look whether it was stored, or send the same again",
};
