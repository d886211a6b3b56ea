/** Settings of a benchmark. */
export interface BenchSettings {
  /** The duration of each load of the benchmarks `save` and `tools`, in seconds. */
  readonly seconds: number;
  /** The numbers of items that `inventory` uploads. Each number is one run. */
  readonly items: readonly number[];
  /** The total number of addresses in the groups of `resolution`, a multiple of 100,000. */
  readonly addresses: number;
  /** The number of change requests that the benchmarks `reevaluation` and `preview` store. */
  readonly requests: number;
  /** Numbers of rules. The benchmarks `siql`, `tools` and `import` run once for each number, with as many rules. */
  readonly rules: readonly number[];
  /** The folder for processor profiles of the measured processes. If undefined, no profiles are written. */
  readonly profileFolder: string | undefined;
}
