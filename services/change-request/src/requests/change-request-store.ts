import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import type { ChangeRequest } from "./change-request.ts";
import type { EvaluationProgress, EvaluationStatus } from "./evaluation-progress.ts";
import type { ShownState } from "./shown-state.ts";

/** Port: change requests. Every write is atomic on one document. Calls throw while the database is away. */
export interface ChangeRequestStore {
  get(id: string): Promise<ChangeRequest | undefined>;
  getByUuid(uuid: string): Promise<ChangeRequest | undefined>;
  /** Whether the id is in use, deleted or unused. It does not read the rules. */
  occupant(id: string): Promise<Occupant | undefined>;
  /**
   * Gives one page, newest first. Requests are ordered by (createdAt, id), and ids are compared as UTF-8. The page ends
   * before it would exceed `maxBytes`, but has at least one request.
   */
  page(query: PageQuery): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * Gives the requests with these UUIDs that exist, in any order. At most 100 UUIDs may be given. The result ends
   * before it would exceed `maxBytes`, but has at least one request.
   */
  getMany(
    uuids: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * Reads the next `limit` ids, in their order as UTF-8, and gives the requests that exist among them. Deleted requests
   * count for the limit. If `last` is null, there are no more requests.
   */
  newestRevisions(
    afterId: string | null,
    limit: number,
  ): Promise<{ readonly revisions: readonly StoredRevision[]; readonly last: string | null }>;

  /** Inserts a request, or replaces the deleted request `over`. False means that a concurrent write came first. */
  create(request: ChangeRequest, over: Occupant | undefined): Promise<boolean>;
  /**
   * Writes the next revision and raises the wanted attempt. Undefined means that the request is deleted, was deleted
   * and created again, or is no longer at `revision`.
   */
  revise(which: WhichRevision, next: Revision): Promise<ChangeRequest | undefined>;
  /**
   * Removes a request but keeps its id, UUID and revision, so that a later request with this id continues the revision
   * counter. False means that there is no such request.
   */
  remove(id: string, deletedAt: string): Promise<boolean>;

  /** Gives the states of the existing requests among these ids, in any order. It does not read the rules. */
  shownStates(ids: readonly string[]): Promise<readonly ShownState[]>;

  evaluationStatus(uuid: string): Promise<EvaluationStatus | undefined>;
  /** Requests whose `nextSendAt` has passed, the longest overdue first. */
  due(now: string, limit: number): Promise<readonly EvaluationStatus[]>;
  /** Writes verdict and progress if the status is still `before`. False means that it has changed. */
  updateEvaluation(before: EvaluationStatus, after: EvaluationStatus): Promise<boolean>;

  /**
   * Purges ids that were deleted before that time, including their counters. Purges at most `limit` ids and returns
   * their number.
   */
  purgeDeleted(before: string, limit: number): Promise<number>;
}

export interface Occupant {
  readonly uuid: string;
  readonly revision: number;
  /** Null when the request is deleted. */
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
  /** Undefined: whichever is current. */
  readonly revision: number | undefined;
}

export interface Revision {
  readonly name: string;
  readonly rules: ChangeRequestText["rules"];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly evaluation: Omit<EvaluationProgress, "wanted" | "done">;
}
