/** The number of UTC days for which usage is stored, including the current day. */
export const KEPT_DAYS = 400;

const DAY_MS = 86_400_000;

/** Returns the start of the UTC day that contains a time, in milliseconds since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** Returns the start of the earliest day for which usage is stored. */
export function firstKeptDay(now: number): number {
  return dayOf(now) - (KEPT_DAYS - 1) * DAY_MS;
}

/** Returns the month of a time as a number such as 202611. A later month has a larger number. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Returns the months that a period touches. */
export function monthsOf(from: number, to: number): readonly number[] {
  const months: number[] = [];
  for (let time = dayOf(from); time < to; ) {
    months.push(monthOf(time));
    const date = new Date(time);
    time = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
  return months;
}

/** Returns the number of the week that contains a time. The first week begins on 1 January 1970. */
export function weekOf(time: number): number {
  return Math.floor(time / (7 * DAY_MS));
}

export function weeksOf(from: number, to: number): readonly number[] {
  const first = weekOf(from);
  return Array.from({ length: Math.max(0, weekOf(to - 1) - first + 1) }, (_, place) => first + place);
}
