/** Settings of a benchmark. */
export interface BenchSettings {
  /** How long the load of `save` lasts. */
  readonly seconds: number;
  /** How many items `inventory` uploads, one run after the other. */
  readonly items: readonly number[];
  /** How many addresses all groups of `resolution` have together. It must be a multiple of 100,000. */
  readonly addresses: number;
  /** How many change requests `reevaluation` stores. */
  readonly requests: number;
  /** How many rules the estates of `siql` have, and the devices of `import`, one run after the other. */
  readonly rules: readonly number[];
  /** Folder for processor profiles of the measured processes; undefined writes none. */
  readonly profileFolder: string | undefined;
}
