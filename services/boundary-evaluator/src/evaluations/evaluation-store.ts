import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationDetails, EvaluationRecord } from "./evaluation-record.ts";

/** Finished judgings. A record never changes, except that it is marked once all that follows from it is done; one from which nothing follows is from the start. */
export interface EvaluationStore {
  /** False when there is a record of this judging already; nothing changed then. */
  insert(record: EvaluationRecord, details: EvaluationDetails): Promise<boolean>;
  find(id: EvaluationId): Promise<EvaluationRecord | null>;
  /** Those that exist, in any order. */
  findMany(ids: readonly EvaluationId[]): Promise<EvaluationRecord[]>;
  /** The newest judging of one revision, by the client's id. */
  findNewest(changeRequestId: string, revision: number): Promise<EvaluationRecord | null>;
  /** The newest judging of the same revision below this attempt in which no look-up failed that mattered. */
  findSettledBefore(id: EvaluationId, changeRequestId: string): Promise<EvaluationRecord | null>;
  /** The long part of an existing record. */
  details(id: EvaluationId): Promise<EvaluationDetails>;
  markFinished(id: EvaluationId): Promise<void>;
  /** Up to `limit` records from before `evaluatedBefore` that nobody marked, oldest first, those behind `after`. */
  findUnfinished(
    evaluatedBefore: string,
    after: (EvaluationId & Pick<EvaluationRecord, "evaluatedAt">) | null,
    limit: number,
  ): Promise<EvaluationRecord[]>;
}
