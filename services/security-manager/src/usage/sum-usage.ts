import type { LastUsedChange, RuleNoteStore } from "../notes/rule-note-store.ts";
import { dayOf } from "./usage-days.ts";
import type { RuleHits, UsageDay, UsageStore } from "./usage-store.ts";

interface Needs {
  readonly usage: UsageStore;
  readonly notes: Pick<RuleNoteStore, "read" | "setLastUsed">;
  readonly now: () => Date;
}

/**
 * Sums up the reports of the open days of a device, and writes the last use of each rule to the rule's notes. Then
 * closes the days. A day stays open if a process is writing a report of that day, or if a note could not be stored.
 * Calls may be repeated, because everything is computed from the reports.
 */
export async function sumUsage(needs: Needs, deviceId: number, signal: AbortSignal): Promise<void> {
  for (const day of await needs.usage.listOpenDays(deviceId)) {
    signal.throwIfAborted();
    await sumDay(needs, day);
  }
}

async function sumDay({ usage, notes, now }: Needs, day: UsageDay): Promise<void> {
  let sum = 0;
  let isNoted = true;
  for await (const rules of usage.readDeviceDay(day.deviceId, day.day)) {
    for (const { reports } of rules) for (const { hits } of reports) sum += hits;
    const changes = await lastUsedChanges({ usage, notes }, day, rules);
    if (changes.length > 0 && !(await notes.setLastUsed(changes))) isNoted = false;
  }
  if (isNoted) await usage.closeDay(day, sum, now());
}

/**
 * Compares the notes of `rules` with the reports of one day, and returns the changes of the time of last use. A note
 * changes in two cases:
 * - A report of the day shows a later use than the note.
 * - The time in the note is on this day, but no report of the day with hits ends at that time. The new time is then the
 *   last use in all stored reports.
 */
async function lastUsedChanges(
  { usage, notes }: Pick<Needs, "usage" | "notes">,
  { deviceId, day }: UsageDay,
  rules: readonly RuleHits[],
): Promise<readonly LastUsedChange[]> {
  const known = await notes.read(rules.map(({ ruleId }) => ruleId));
  const changes: LastUsedChange[] = [];
  for (const { ruleId, reports } of rules) {
    const before = known.get(ruleId);
    const noted = before?.lastUsed ?? null;
    const used = reports.flatMap(({ end, hits }) => (hits > 0 ? [end] : []));
    const latest = used.length === 0 ? null : Math.max(...used);
    if (latest !== null && (noted === null || latest > noted))
      changes.push({ ruleId, deviceId, before, lastUsed: latest });
    else if (noted !== null && dayOf(noted) === day && !used.includes(noted))
      changes.push({ ruleId, deviceId, before, lastUsed: await usage.latestUse(ruleId) });
  }
  return changes;
}
