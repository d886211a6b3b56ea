import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationDetails, EvaluationRecord } from "./evaluation-record.ts";

/**
 * Stores evaluations. A record never changes, except that it is marked as finished when all steps in
 * finish-evaluation.ts are done.
 */
export interface EvaluationStore {
  /** If this evaluation was recorded before, changes nothing and returns false. */
  insert(record: EvaluationRecord, details: EvaluationDetails): Promise<boolean>;
  find(id: EvaluationId): Promise<EvaluationRecord | null>;
  /** Returns the records of these evaluations in any order. Evaluations without a record are left out. */
  findMany(ids: readonly EvaluationId[]): Promise<EvaluationRecord[]>;
  /** Finds the newest evaluation of one revision, by the client's id of the change request. */
  findNewest(changeRequestId: string, revision: number): Promise<EvaluationRecord | null>;
  /**
   * Finds the newest of those earlier attempts for the same revision whose record has `retry: false`. Their verdicts
   * depend on no lookup that failed or whose answer was not ready.
   */
  findSettledBefore(id: EvaluationId, changeRequestId: string): Promise<EvaluationRecord | null>;
  /** Returns the long part of an existing record. */
  details(id: EvaluationId): Promise<EvaluationDetails>;
  markFinished(id: EvaluationId): Promise<void>;
  /**
   * Finds up to `limit` unfinished records that were evaluated before `evaluatedBefore`, oldest first. The result
   * starts after the record `after`.
   */
  findUnfinished(
    evaluatedBefore: string,
    after: (EvaluationId & Pick<EvaluationRecord, "evaluatedAt">) | null,
    limit: number,
  ): Promise<EvaluationRecord[]>;
}
