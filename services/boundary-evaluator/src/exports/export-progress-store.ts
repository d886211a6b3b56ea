/** The revision and the attempt that identify one evaluation among the evaluations of one request. */
export interface EvaluationNumber {
  readonly revision: number;
  readonly attempt: number;
}

/** For one change request and one integration, the last evaluation whose export has begun. */
export interface ExportProgress extends EvaluationNumber {
  readonly integrationUuid: string;
  readonly changeRequestUuid: string;
  /** The evaluation that was exported before this one, or null if there is none. */
  readonly before: EvaluationNumber | null;
  /** True if all deliveries of this evaluation are inserted. False if some may still be missing. */
  readonly exported: boolean;
}

/**
 * Stores how far the results of each change request were exported to each integration. New progress always has a higher
 * attempt number than the progress that it replaces.
 */
export interface ExportProgressStore {
  find(integrationUuid: string, changeRequestUuid: string): Promise<ExportProgress | null>;
  /**
   * Replaces the stored progress `previous` by `next`. If `previous` is null, inserts `next`. Returns false and changes
   * nothing if the stored progress has another attempt than `previous`, or if `previous` is null and progress is
   * already stored.
   */
  replace(next: ExportProgress, previous: ExportProgress | null): Promise<boolean>;
  /** Marks the evaluation as exported. Does nothing if the stored progress is already at a later evaluation. */
  markExported(progress: ExportProgress): Promise<void>;
  /** Deletes the progress of up to `limit` requests for an integration. Returns the number of deleted documents. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
