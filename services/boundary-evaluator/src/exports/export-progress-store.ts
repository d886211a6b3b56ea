/** One judging of a request that is known otherwise. */
export interface EvaluationNumber {
  readonly revision: number;
  readonly attempt: number;
}

/** Up to which judging the results of one change request were exported to one integration. */
export interface ExportProgress extends EvaluationNumber {
  readonly integrationUuid: string;
  readonly changeRequestUuid: string;
  /** The one exported before; null: none. */
  readonly before: EvaluationNumber | null;
  /** False: its deliveries may not all be there yet. */
  readonly exported: boolean;
}

/** Port: how far exports have come; one document each, that only a later attempt replaces. */
export interface ExportProgressStore {
  find(integrationUuid: string, changeRequestUuid: string): Promise<ExportProgress | null>;
  /** False: there is another attempt by now than `previous`, where null means none. */
  replace(next: ExportProgress, previous: ExportProgress | null): Promise<boolean>;
  /** Nothing when a later attempt stands there. */
  markExported(progress: ExportProgress): Promise<void>;
  /** Removes up to `limit` of an integration; how many it were. */
  removeOf(integrationUuid: string, limit: number): Promise<number>;
}
