import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import type { ChangeRequest } from "./change-request.ts";
import type { EvaluationProgress, EvaluationStatus } from "./evaluation-progress.ts";
import type { ShownState } from "./shown-state.ts";

/** Port: change requests. Every write is atomic on one document. Calls throw while the database is away. */
export interface ChangeRequestStore {
  get(id: string): Promise<ChangeRequest | undefined>;
  getByUuid(uuid: string): Promise<ChangeRequest | undefined>;
  /** Whether the id is in use, deleted, or unused; without reading the rules. */
  occupant(id: string): Promise<Occupant | undefined>;
  /**
   * One page, newest first by (createdAt, id), ids compared as UTF-8. Ends early, after at least one request, where the
   * page would exceed `maxBytes`.
   */
  page(query: PageQuery): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * The existing requests among these UUIDs, at most 100, in any order. Ends early, after at least one, where they
   * would exceed `maxBytes`.
   */
  getMany(
    uuids: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /**
   * The existing requests among the next `limit` ids, deleted ones counted, ordered by id as UTF-8; `last` null: there
   * are no more.
   */
  newestRevisions(
    afterId: string | null,
    limit: number,
  ): Promise<{ readonly revisions: readonly StoredRevision[]; readonly last: string | null }>;

  /** Inserts, or replaces the deleted request `over`. False: a concurrent write was first. */
  create(request: ChangeRequest, over: Occupant | undefined): Promise<boolean>;
  /**
   * Writes the next revision and raises the wanted attempt. Undefined: it is deleted, another creation, or no longer at
   * `revision`.
   */
  revise(which: WhichRevision, next: Revision): Promise<ChangeRequest | undefined>;
  /** Keeps id, UUID and revision, so that a later request of this id continues its counter. False: there is none. */
  remove(id: string, deletedAt: string): Promise<boolean>;

  /** The states of the existing requests among these ids, in any order; without reading the rules. */
  shownStates(ids: readonly string[]): Promise<readonly ShownState[]>;

  evaluationStatus(uuid: string): Promise<EvaluationStatus | undefined>;
  /** Requests whose `nextSendAt` has passed, the longest overdue first. */
  due(now: string, limit: number): Promise<readonly EvaluationStatus[]>;
  /** Writes verdict and progress if the status is still `before`. False: it has changed. */
  updateEvaluation(before: EvaluationStatus, after: EvaluationStatus): Promise<boolean>;

  /** Purges ids deleted before that time, their counters included; returns how many, at most `limit`. */
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
