/**
 * One row of the results of a benchmark: the time of the baseline (the floor), the time of this project's code, and the
 * limits for the latter.
 */
export interface BenchRow {
  readonly name: string;
  readonly floorMs: number;
  readonly oursMs: number;
  /** The largest allowed ratio of `oursMs` to `floorMs`. Null means that there is no such limit. */
  readonly aim: number | null;
  /** The largest allowed `oursMs`, whatever the floor is. This member is left out if there is no such limit. */
  readonly barMs?: number;
  /** Further observations, for example what the floor is. */
  readonly note?: string;
}

/** Returns the ratio of the measured time to the floor. */
export function ratioOf({ floorMs, oursMs }: BenchRow): number {
  return oursMs / floorMs;
}

/**
 * Returns true if the row stays within its largest ratio (`aim`) and its largest time (`barMs`). Returns null if the
 * row has neither limit.
 */
export function reaches(row: BenchRow): boolean | null {
  const { aim, barMs, oursMs } = row;
  if (aim === null && barMs === undefined) return null;
  return (aim === null || ratioOf(row) <= aim) && (barMs === undefined || oursMs <= barMs);
}
