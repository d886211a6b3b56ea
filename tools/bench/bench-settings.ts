/** Settings of a benchmark. */
export interface BenchSettings {
  /** How long the load of `save`, and each load of `tools`, lasts. */
  readonly seconds: number;
  /** The numbers of items that `inventory` uploads. Each number is one run. */
  readonly items: readonly number[];
  /** The number of addresses that all groups of `resolution` have together. It must be a multiple of 100,000. */
  readonly addresses: number;
  /** The number of change requests that `reevaluation` and `preview` store. */
  readonly requests: number;
  /** The numbers of rules in the estates of `siql` and `tools`, and on the devices of `import`. Each number is one run. */
  readonly rules: readonly number[];
  /** The folder for processor profiles of the measured processes. If it is undefined, no profiles are written. */
  readonly profileFolder: string | undefined;
}
