import { quoted } from "../language/query-error.ts";
import { addTime, type DatePeriod, periodAround, type TimeUnit } from "./date-period.ts";
import { type OperandReading, refused } from "./operand-reading.ts";

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const UNIT = "(minute|hour|day|week|month|quarter|year)s?";
const COUNTED = new RegExp(`^(?:(last|next) +|([+-]) *)(\\d{1,6}) +${UNIT}$`);
const CALENDAR = /^(this|last) +(week|month|quarter|year)$/;
const EXAMPLES = "2026-01-31, 2026-01-31T08:00Z, 'today', 'last 30 days', '-7 days', 'next 2 weeks' or 'last month'";
/** The limits of dates: the years 1900 to 9999. Far outside these years, `Date` returns NaN. */
const YEARS = { from: Date.UTC(1900, 0, 1), to: Date.UTC(10_000, 0, 1) };

/**
 * Parses a date, which stands for the whole day, or a time, which stands for a single millisecond. A time without an
 * offset is in UTC.
 */
export function readDate(text: string): OperandReading<DatePeriod> {
  const [, year, month, day, hour, minute, second = "0", fraction = "0", offset = "Z"] = ISO.exec(text.trim()) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay = new Date(midnight).getUTCDate() === Number(day) && Number(month) <= 12 && Number(month) >= 1;
  if (year === undefined || !isDay || midnight < YEARS.from)
    return refused(`${quoted(text)} is no date; ${EXAMPLES} works here`);
  if (hour === undefined) return { ok: true, value: { from: midnight, to: addTime(midnight, 1, "day") } };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return refused(`${quoted(text)} is no time of a day; ${EXAMPLES} works here`);
  const milliseconds = Number(fraction.padEnd(3, "0"));
  const ofDay = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + milliseconds;
  const from = midnight + ofDay - offsetOf(offset);
  return { ok: true, value: { from, to: from + 1 } };
}

function offsetOf(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * Parses the arguments of date('...'). An argument is a date, or a period relative to `now`. With two arguments, the
 * result begins at the start of the first and ends at the start of the second.
 */
export function readPeriod(texts: readonly string[], now: number): OperandReading<DatePeriod> {
  const [first = "", second, ...more] = texts;
  if (texts.length === 0 || more.length > 0) return refused(`date takes one or two texts; ${EXAMPLES} works here`);
  const period = readRelative(first, now) ?? readDate(first);
  if (!period.ok || second === undefined) return period;
  const end = readRelative(second, now) ?? readDate(second);
  if (!end.ok) return end;
  const { from } = period.value;
  const { from: to } = end.value;
  return from < to
    ? { ok: true, value: { from, to } }
    : refused(`the period from ${first} to ${second} has no time in it`);
}

function readRelative(text: string, now: number): OperandReading<DatePeriod> | undefined {
  const written = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (written === "now") return { ok: true, value: { from: now, to: now + 1 } };
  if (written === "today") return { ok: true, value: periodAround(now, "day") };
  if (written === "yesterday") return { ok: true, value: periodAround(addTime(now, -1, "day"), "day") };

  const [, which, calendarUnit] = CALENDAR.exec(written) ?? [];
  if (which !== undefined) {
    const unit = calendarUnit as "week" | "month" | "quarter" | "year";
    const current = periodAround(now, unit);
    return { ok: true, value: which === "this" ? current : periodAround(current.from - 1, unit) };
  }
  const [, word, sign, count, unit] = COUNTED.exec(written) ?? [];
  if (count === undefined) return undefined;
  const isAhead = word === "next" || sign === "+";
  const other = addTime(now, isAhead ? Number(count) : -Number(count), unit as TimeUnit);
  const period = isAhead ? { from: now, to: other } : { from: other, to: now };
  if (!(period.from >= YEARS.from && period.to <= YEARS.to))
    return refused(`${quoted(text)} leads outside the years 1900 to 9999`);
  return { ok: true, value: period };
}
