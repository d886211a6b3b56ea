import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationDetails, EvaluationRecord } from "./evaluation-record.ts";

/**
 * Stores evaluations. A record never changes, except that it is marked as finished once everything that follows is
 * done.
 */
export interface EvaluationStore {
  /** False means that this evaluation is recorded already, and nothing changed. */
  insert(record: EvaluationRecord, details: EvaluationDetails): Promise<boolean>;
  find(id: EvaluationId): Promise<EvaluationRecord | null>;
  /** Those that exist, in any order. */
  findMany(ids: readonly EvaluationId[]): Promise<EvaluationRecord[]>;
  /** The newest evaluation of one revision, by the client's id. */
  findNewest(changeRequestId: string, revision: number): Promise<EvaluationRecord | null>;
  /** Finds the newest evaluation of the same revision below this attempt in which no lookup that mattered failed. */
  findSettledBefore(id: EvaluationId, changeRequestId: string): Promise<EvaluationRecord | null>;
  /** The long part of an existing record. */
  details(id: EvaluationId): Promise<EvaluationDetails>;
  markFinished(id: EvaluationId): Promise<void>;
  /** Finds up to `limit` unfinished records from before `evaluatedBefore`. They begin after `after`, oldest first. */
  findUnfinished(
    evaluatedBefore: string,
    after: (EvaluationId & Pick<EvaluationRecord, "evaluatedAt">) | null,
    limit: number,
  ): Promise<EvaluationRecord[]>;
}
