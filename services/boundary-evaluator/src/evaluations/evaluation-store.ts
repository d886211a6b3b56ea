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
  /** Returns the newest evaluation of one revision. `changeRequestId` is the id that the client chose. */
  findNewest(changeRequestId: string, revision: number): Promise<EvaluationRecord | null>;
  /**
   * Returns the newest attempt of the same revision that is earlier than `id` and whose record has `retry: false`. The
   * verdict of such an attempt does not depend on a lookup that failed or was not ready.
   */
  findSettledBefore(id: EvaluationId, changeRequestId: string): Promise<EvaluationRecord | null>;
  /** Returns the long part of an existing record. */
  details(id: EvaluationId): Promise<EvaluationDetails>;
  markFinished(id: EvaluationId): Promise<void>;
  /**
   * Returns up to `limit` unfinished records that were evaluated before `evaluatedBefore`, oldest first. If `after` is
   * given, returns only records that follow it in this order.
   */
  findUnfinished(
    evaluatedBefore: string,
    after: (EvaluationId & Pick<EvaluationRecord, "evaluatedAt">) | null,
    limit: number,
  ): Promise<EvaluationRecord[]>;
}
