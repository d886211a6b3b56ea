import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import type { ChangeRequest } from "./change-request.ts";
import type { EvaluationProgress, EvaluationStatus } from "./evaluation-progress.ts";
import type { ShownState } from "./shown-state.ts";

/**
 * Access to the stored change requests. Every write is atomic and affects one document, except `purgeDeleted`. Calls
 * throw if the database is unavailable.
 */
export interface ChangeRequestStore {
  get(id: string): Promise<ChangeRequest | undefined>;
  getByUuid(uuid: string): Promise<ChangeRequest | undefined>;
  /**
   * Returns the change request or the deleted change request that has this id, or undefined if there is neither. Does
   * not read the rules.
   */
  occupant(id: string): Promise<Occupant | undefined>;
  /**
   * Returns one page of change requests in descending order of (createdAt, id). Ids are compared as UTF-8. The page
   * ends before it would exceed `maxBytes`, but contains at least one change request.
   */
  page(query: PageQuery): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * Returns the existing change requests among these UUIDs, in any order. At most 100 UUIDs may be given. The result
   * ends before it would exceed `maxBytes`, but contains at least one change request.
   */
  getMany(
    uuids: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * Reads the next `limit` ids after `afterId`, in UTF-8 order. Returns the newest revision of each change request that
   * exists. Ids of deleted change requests count towards `limit`, but are not returned. `last` is the last id that was
   * read, or null if there are no more ids.
   */
  newestRevisions(
    afterId: string | null,
    limit: number,
  ): Promise<{ readonly revisions: readonly StoredRevision[]; readonly last: string | null }>;

  /**
   * Inserts a change request, or replaces the deleted change request `over`. Returns false if a concurrent write of the
   * same id came first: a creation or a purge.
   */
  create(request: ChangeRequest, over: Occupant | undefined): Promise<boolean>;
  /**
   * Writes the next revision and requests an evaluation of this revision. Returns undefined if the change request has
   * been deleted, even if a new change request has the same id. Returns undefined too if `revision` is not the current
   * revision.
   */
  revise(which: WhichRevision, next: Revision): Promise<ChangeRequest | undefined>;
  /**
   * Removes a change request, but keeps its id, UUID and revision. If a change request with this id is created later,
   * it continues the revision numbers. Returns false if there is no such change request.
   */
  remove(id: string, deletedAt: string): Promise<boolean>;

  /**
   * Returns the states of the change requests with these ids, in any order. Ids that do not exist are left out. Does
   * not read the rules.
   */
  shownStates(ids: readonly string[]): Promise<readonly ShownState[]>;

  evaluationStatus(uuid: string): Promise<EvaluationStatus | undefined>;
  /** Returns up to `limit` change requests whose `nextSendAt` is not later than `now`, the longest overdue first. */
  due(now: string, limit: number): Promise<readonly EvaluationStatus[]>;
  /**
   * Replaces the verdict and the progress of an evaluation if the stored status still equals `before`. Returns false if
   * it does not.
   */
  updateEvaluation(before: EvaluationStatus, after: EvaluationStatus): Promise<boolean>;

  /**
   * Purges up to `limit` change requests that were deleted before `before`: removes their ids and revision counters.
   * Returns the number of purged change requests.
   */
  purgeDeleted(before: string, limit: number): Promise<number>;
}

export interface Occupant {
  readonly uuid: string;
  readonly revision: number;
  /** Null if the change request is deleted. */
  readonly projectId: string | null;
}

interface StoredRevision {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
}

interface PageQuery {
  readonly after: { readonly createdAt: string; readonly id: string } | undefined;
  readonly limit: number;
  readonly maxBytes: number;
}

interface WhichRevision {
  readonly id: string;
  readonly uuid: string;
  /** Undefined means whichever revision is current. */
  readonly revision: number | undefined;
}

export interface Revision {
  readonly name: string;
  readonly rules: ChangeRequestText["rules"];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly evaluation: Omit<EvaluationProgress, "wanted" | "done">;
}
