/** What a benchmark may be told. */
export interface BenchSettings {
  /** How long the load of `save` lasts. */
  readonly seconds: number;
  /** How many items `inventory` uploads, one run after the other. */
  readonly items: readonly number[];
  /** How many change requests `reevaluation` stores. */
  readonly requests: number;
  /** Where processor profiles of the measured processes are written; undefined writes none. */
  readonly profileFolder: string | undefined;
}
