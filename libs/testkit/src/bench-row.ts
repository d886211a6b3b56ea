/** One line of a benchmark: what the floor of the same run takes, what ours takes, and how often the floor we may cost. */
export interface BenchRow {
  readonly name: string;
  readonly floorMs: number;
  readonly oursMs: number;
  /** The largest ratio of ours to the floor we are content with; null where none is set. */
  readonly aim: number | null;
  /** The longest ours may take, whatever the floor takes; left out where no time is promised. */
  readonly barMs?: number;
  /** What else was seen, and what the floor is where the name does not say it. */
  readonly note?: string;
}

/** How often the floor ours takes. */
export function ratioOf({ floorMs, oursMs }: BenchRow): number {
  return oursMs / floorMs;
}

/** Whether the aim is reached and the bar kept; null where neither is set. */
export function reaches(row: BenchRow): boolean | null {
  const { aim, barMs, oursMs } = row;
  if (aim === null && barMs === undefined) return null;
  return (aim === null || ratioOf(row) <= aim) && (barMs === undefined || oursMs <= barMs);
}
