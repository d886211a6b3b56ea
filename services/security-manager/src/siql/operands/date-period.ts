/**
 * A period in milliseconds since 1970. `from` is inclusive and `to` is exclusive. A single time is a period of one
 * millisecond.
 */
export interface DatePeriod {
  readonly from: number;
  readonly to: number;
}

export type TimeUnit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

const LENGTHS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const;

/**
 * Returns the time that is `count` units after `time`. A negative `count` goes back. If the resulting month does not
 * have the day of `time`, uses the last day of the month: one month after January 31 is February 28 or 29.
 */
export function addTime(time: number, count: number, unit: TimeUnit): number {
  if (unit !== "month" && unit !== "quarter" && unit !== "year") return time + count * LENGTHS[unit];
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/** Returns the calendar day, week (from Monday), month, quarter or year that contains a time. */
export function periodAround(time: number, unit: Exclude<TimeUnit, "minute" | "hour">): DatePeriod {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const today = Date.UTC(year, month, date.getUTCDate());
  const starts = {
    day: () => today,
    week: () => addTime(today, -((date.getUTCDay() + 6) % 7), "day"),
    month: () => Date.UTC(year, month, 1),
    quarter: () => Date.UTC(year, month - (month % 3), 1),
    year: () => Date.UTC(year, 0, 1),
  };
  const from = starts[unit]();
  return { from, to: addTime(from, 1, unit) };
}
