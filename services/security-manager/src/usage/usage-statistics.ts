import { firstKeptDay } from "./usage-days.ts";
import type { UsageStore } from "./usage-store.ts";

/** The hits of all rules of a device on one UTC day. */
export interface DailyHits {
  /** The day, such as 2026-11-20. */
  readonly hitDate: string;
  readonly totalHits: number;
}

/**
 * Returns the hits of a device for each day with reports, the newest day first. The sum of an open day is computed on
 * every call, so that it includes the newest reports.
 */
export async function dailyUsage(
  usage: Pick<UsageStore, "listDays" | "readDeviceDay">,
  deviceId: number,
  now: Date,
): Promise<readonly DailyHits[]> {
  const found: DailyHits[] = [];
  for (const { day, hits, isOpen } of await usage.listDays(deviceId, firstKeptDay(now.getTime()))) {
    const totalHits = isOpen ? await hitsOf(usage, deviceId, day) : hits;
    found.push({ hitDate: new Date(day).toISOString().slice(0, 10), totalHits });
  }
  return found;
}

async function hitsOf(usage: Pick<UsageStore, "readDeviceDay">, deviceId: number, day: number): Promise<number> {
  let sum = 0;
  for await (const rules of usage.readDeviceDay(deviceId, day))
    for (const { reports } of rules) for (const { hits } of reports) sum += hits;
  return sum;
}
