/** One evaluation of a known request. */
export interface EvaluationNumber {
  readonly revision: number;
  readonly attempt: number;
}

/** The evaluation up to which the results of one change request were exported to one integration. */
export interface ExportProgress extends EvaluationNumber {
  readonly integrationUuid: string;
  readonly changeRequestUuid: string;
  /** The one exported before; null: none. */
  readonly before: EvaluationNumber | null;
  /** False: not all of its deliveries may be inserted yet. */
  readonly exported: boolean;
}

/** Port: the progress of exports. Only a later attempt replaces an earlier one. */
export interface ExportProgressStore {
  find(integrationUuid: string, changeRequestUuid: string): Promise<ExportProgress | null>;
  /** False: the stored attempt is not `previous` (null: none). */
  replace(next: ExportProgress, previous: ExportProgress | null): Promise<boolean>;
  /** Does nothing when a later attempt is stored. */
  markExported(progress: ExportProgress): Promise<void>;
  /** Deletes up to `limit` of an integration. Returns how many. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
