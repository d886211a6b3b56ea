/** The revision and the attempt that identify one evaluation among the evaluations of one request. */
export interface EvaluationNumber {
  readonly revision: number;
  readonly attempt: number;
}

/** The evaluation up to which the results of one change request were exported to one integration. */
export interface ExportProgress extends EvaluationNumber {
  readonly integrationUuid: string;
  readonly changeRequestUuid: string;
  /** The evaluation that was exported before this one, or null if there is none. */
  readonly before: EvaluationNumber | null;
  /** False if some deliveries of this evaluation may still be missing in the store of deliveries. */
  readonly exported: boolean;
}

/**
 * The interface to the store of the progress of exports. The stored progress moves only to an evaluation with a higher
 * attempt.
 */
export interface ExportProgressStore {
  find(integrationUuid: string, changeRequestUuid: string): Promise<ExportProgress | null>;
  /**
   * Replaces the stored progress `previous`, or inserts `next` if `previous` is null. Changes nothing and returns false
   * if the stored attempt is not the attempt of `previous`, or if `previous` is null and progress is already stored.
   */
  replace(next: ExportProgress, previous: ExportProgress | null): Promise<boolean>;
  /** Marks the evaluation as exported. Does nothing if the stored progress is already at a later evaluation. */
  markExported(progress: ExportProgress): Promise<void>;
  /** Deletes the progress of up to `limit` requests for an integration. Returns the number of deleted documents. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
