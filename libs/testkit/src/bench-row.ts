/**
 * One row of a benchmark: the time of the baseline (the floor), our time, and the ratio between them that is allowed.
 */
export interface BenchRow {
  readonly name: string;
  readonly floorMs: number;
  readonly oursMs: number;
  /** The largest accepted ratio of our time to the floor. Null means that there is no such limit. */
  readonly aim: number | null;
  /** The longest accepted value of our time, whatever the floor. Left out if no time is promised. */
  readonly barMs?: number;
  /** Further observations. If the name does not say what the floor is, the note does. */
  readonly note?: string;
}

/** Returns the ratio of our time to the floor. */
export function ratioOf({ floorMs, oursMs }: BenchRow): number {
  return oursMs / floorMs;
}

/** Returns whether the row meets its aim and its bar, or null if it has neither. */
export function reaches(row: BenchRow): boolean | null {
  const { aim, barMs, oursMs } = row;
  if (aim === null && barMs === undefined) return null;
  return (aim === null || ratioOf(row) <= aim) && (barMs === undefined || oursMs <= barMs);
}
