/**
 * One row of a benchmark: the time of the baseline (the floor), our time, and the ratio between them that is allowed.
 */
export interface BenchRow {
  readonly name: string;
  readonly floorMs: number;
  readonly oursMs: number;
  /** The largest accepted ratio of our time to the floor; null where none is set. */
  readonly aim: number | null;
  /** The longest our time may be, whatever the floor; left out where no time is promised. */
  readonly barMs?: number;
  /** Further observations, and what the floor is where the name does not say it. */
  readonly note?: string;
}

/** The ratio of our time to the floor. */
export function ratioOf({ floorMs, oursMs }: BenchRow): number {
  return oursMs / floorMs;
}

/** Whether aim and bar are met; null where neither is set. */
export function reaches(row: BenchRow): boolean | null {
  const { aim, barMs, oursMs } = row;
  if (aim === null && barMs === undefined) return null;
  return (aim === null || ratioOf(row) <= aim) && (barMs === undefined || oursMs <= barMs);
}
