import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { RuleUsage } from "./estate-demonstration.ts";
import type { ManagerClient } from "./manager-client.ts";
import type { FoundRule } from "./rules-by-name.ts";

const DAY_MS = 86_400_000;
/**
 * Usage is reported for this number of days. If a rule was last used earlier, only the day of its last use is reported.
 */
const DAYS = 14;
const DAYS_AT_ONCE = 3;

/** A rule of the estate with its usage. */
export interface UsedRule {
  deviceId: number;
  rule: FoundRule;
  usage: RuleUsage;
}

/**
 * Reports to the security manager how often each rule matched connections, with one report for each day. A new report
 * for a day replaces the earlier report for this day.
 */
export async function reportUsage(manager: ManagerClient, now: number, rules: readonly UsedRule[]): Promise<void> {
  const days = new Set([...Array(DAYS).keys(), ...rules.map(({ usage }) => lastDay(usage))]);
  await forEachConcurrent([...days], DAYS_AT_ONCE, async (daysAgo) => {
    const day = new Date(now - daysAgo * DAY_MS);
    const used = rules.filter(
      ({ usage }) => daysAgo >= lastDay(usage) && (daysAgo < DAYS || daysAgo === lastDay(usage)),
    );
    const ruleUsages = used.map(({ deviceId, rule, usage }) => {
      const hitCount = hitsOn(day, usage);
      return { deviceId, ruleId: rule.matchId, hitCount, destinations: shares(rule, hitCount) };
    });
    // The end date of a report is the start of the reported day, so it is never in the future. If the estate is loaded
    // twice on one day, both reports have the same end date, and the second report replaces the first.
    await manager.send("POST", "/collector/usage", {
      endDate: `${day.toISOString().slice(0, 10)}T00:00:00Z`,
      ruleUsages,
    });
  });
}

function lastDay(usage: RuleUsage): number {
  return typeof usage === "number" ? 0 : usage.lastDaysAgo;
}

/** Returns a rule's hits on a day. On Saturdays and Sundays (UTC), a rule has a fifth of its usual hits, rounded up. */
function hitsOn(day: Date, usage: RuleUsage): number {
  const hits = typeof usage === "number" ? usage : usage.hits;
  const isWeekend = day.getUTCDay() % 6 === 0;
  return isWeekend ? Math.ceil(hits / 5) : hits;
}

/**
 * Returns the hits of each object of a rule's destination. Half of the hits go to the first object, half of the
 * remaining hits to the second object, and so on.
 */
function shares({ destinations }: FoundRule, hits: number): { id: string; hitCount: number }[] {
  const named = destinations.flatMap(({ matchId }) => (matchId === undefined ? [] : [matchId]));
  return named.map((id, at) => ({ id, hitCount: Math.floor(hits / 2 ** (at + 1)) }));
}
