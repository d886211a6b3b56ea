import { firstKeptDay } from "./usage-days.ts";
import type { ObjectHits, UsageColumn, UsageStore } from "./usage-store.ts";

const DAY_MS = 86_400_000;

/** A period in milliseconds since 1970. `from` is inclusive and `to` is exclusive. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Returns the hits of each rule in the reports that ended in a period. */
export async function hitsOfRules(
  usage: Pick<UsageStore, "readPeriod">,
  ruleIds: readonly string[],
  period: Period,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const { from, to } = kept(period, now);
  for (const { ruleId, reports } of await usage.readPeriod(ruleIds, from, to))
    for (const { hits } of reports) sums.set(ruleId, (sums.get(ruleId) ?? 0) + hits);
  return sums;
}

/** Returns the hits of one object in a column of a rule. */
export type HitsOfObject = (ruleId: string, column: UsageColumn, objectId: string) => number;

/**
 * Returns a function that gives the hits of an object in a period. If hits were reported for the object itself, the
 * function returns the sum of these hits. Otherwise it returns the sum of the hits of all objects that name this object
 * as their parent.
 */
export async function hitsOfObjects(
  usage: Pick<UsageStore, "readObjects">,
  ruleIds: readonly string[],
  period: Period,
  now: number,
): Promise<HitsOfObject> {
  const own = new Map<string, number>();
  const through = new Map<string, number>();
  const { from, to } = kept(period, now);
  for (const { ruleId, objects } of await usage.readObjects(ruleIds, from, to))
    for (const { column, id, parentId, hits } of objects) {
      add(own, keyOf(ruleId, column, id), hits);
      if (parentId !== null && parentId !== id) add(through, keyOf(ruleId, column, parentId), hits);
    }
  return (ruleId, column, objectId) => {
    const key = keyOf(ruleId, column, objectId);
    return own.get(key) ?? through.get(key) ?? 0;
  };
}

function add(sums: Map<string, number>, key: string, hits: number): void {
  sums.set(key, (sums.get(key) ?? 0) + hits);
}

function keyOf(ruleId: string, column: ObjectHits["column"], id: string): string {
  return `${ruleId} ${column} ${id}`;
}

/**
 * Limits a period to the days for which usage is kept. Older reports may still be stored, because purges remove reports
 * only by whole months and weeks. A period that ends now or later is extended to a day from now, so that it includes
 * reports from a process whose clock is ahead.
 */
function kept({ from, to }: Period, now: number): Period {
  return { from: Math.max(from, firstKeptDay(now)), to: to >= now ? now + DAY_MS : to };
}
