import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationDetails, EvaluationRecord } from "./evaluation-record.ts";

/** Evaluations. A record never changes, except that it is marked as finished once everything that follows is done. */
export interface EvaluationStore {
  /** False: this evaluation is recorded already, and nothing changed. */
  insert(record: EvaluationRecord, details: EvaluationDetails): Promise<boolean>;
  find(id: EvaluationId): Promise<EvaluationRecord | null>;
  /** Those that exist, in any order. */
  findMany(ids: readonly EvaluationId[]): Promise<EvaluationRecord[]>;
  /** The newest evaluation of one revision, by the client's id. */
  findNewest(changeRequestId: string, revision: number): Promise<EvaluationRecord | null>;
  /** The newest evaluation of the same revision below this attempt without a failed lookup that mattered. */
  findSettledBefore(id: EvaluationId, changeRequestId: string): Promise<EvaluationRecord | null>;
  /** The long part of an existing record. */
  details(id: EvaluationId): Promise<EvaluationDetails>;
  markFinished(id: EvaluationId): Promise<void>;
  /** Up to `limit` unfinished records from before `evaluatedBefore`, oldest first, after `after`. */
  findUnfinished(
    evaluatedBefore: string,
    after: (EvaluationId & Pick<EvaluationRecord, "evaluatedAt">) | null,
    limit: number,
  ): Promise<EvaluationRecord[]>;
}
