/** Settings of a benchmark. */
export interface BenchSettings {
  /** How long the load of `save` lasts, and each load of `tools`, in seconds. */
  readonly seconds: number;
  /** The numbers of items that `inventory` uploads. Each number is one run. */
  readonly items: readonly number[];
  /** The total number of addresses in the groups of `resolution`, a multiple of 100,000. */
  readonly addresses: number;
  /** The number of change requests that `reevaluation` and `preview` store. */
  readonly requests: number;
  /** The numbers of rules in the estates of `siql` and `tools`, and on the devices of `import`. Each number is one run. */
  readonly rules: readonly number[];
  /** The folder for processor profiles of the measured processes. If undefined, no profiles are written. */
  readonly profileFolder: string | undefined;
}
