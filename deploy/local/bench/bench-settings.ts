/** What a benchmark may be told. */
export interface BenchSettings {
  /** How long the load of `save` lasts. */
  readonly seconds: number;
  /** Where processor profiles of the processes that save and judge are written; undefined writes none. */
  readonly profileFolder: string | undefined;
}
