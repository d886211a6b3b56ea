import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import type { ChangeRequest } from "./change-request.ts";
import type { EvaluationProgress, Judging } from "./evaluation-progress.ts";
import type { ShownState } from "./shown-state.ts";

/** Where change requests are kept. Every write is one of one document; a thrown error is a fault of the engine. */
export interface ChangeRequestStore {
  get(id: string): Promise<ChangeRequest | undefined>;
  getByUuid(uuid: string): Promise<ChangeRequest | undefined>;
  /** Whether the id is in use, was, or never was; without reading the rules. */
  occupant(id: string): Promise<Occupant | undefined>;
  /** One page, newest first by (createdAt, id), ids compared as UTF-8. Ends early, after at least one request, where the page would pass `maxBytes`. */
  page(query: PageQuery): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /** Those among these UUIDs that exist, at most 100, in any order. Ends early, after at least one, where they would pass `maxBytes`. */
  getMany(
    uuids: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }>;
  /** What exists among the next `limit` ids, deleted ones counted, in the order of ids as UTF-8; `last` null: there are no more. */
  newestRevisions(
    afterId: string | null,
    limit: number,
  ): Promise<{ readonly revisions: readonly StoredRevision[]; readonly last: string | null }>;

  /** Inserts, or takes the place of the deleted request `over`. False: somebody else was first. */
  create(request: ChangeRequest, over: Occupant | undefined): Promise<boolean>;
  /** Writes the next revision and raises the wanted attempt. Undefined: it is deleted, another one, or not at `revision` any more. */
  revise(which: WhichRevision, next: Revision): Promise<ChangeRequest | undefined>;
  /** Leaves id, UUID and revision, so that a later request of this id goes on counting. False: there is none. */
  remove(id: string, deletedAt: string): Promise<boolean>;

  /** Of these ids the states of those that are in use, in no order; without reading the rules. */
  shownStates(ids: readonly string[]): Promise<readonly ShownState[]>;

  judging(uuid: string): Promise<Judging | undefined>;
  /** Requests whose `nextSendAt` has come, the longest overdue first. */
  due(now: string, limit: number): Promise<readonly Judging[]>;
  /** Writes verdict and progress where nothing of the judging changed since `before` was read. False: something did. */
  changeJudging(before: Judging, after: Judging): Promise<boolean>;

  /** Forgets ids deleted before that time, their counters included; returns how many, at most `limit`. */
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
