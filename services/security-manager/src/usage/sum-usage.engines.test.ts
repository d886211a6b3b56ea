import { beforeAll, expect, jest, test } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import fc from "fast-check";
import { createMongoRuleNoteStore, RULE_NOTE_INDEXES } from "../notes/mongo-rule-note-store.ts";
import { createMongoUsageStore, USAGE_INDEXES } from "./mongo-usage-store.ts";
import { purgeUsage } from "./purge-usage.ts";
import { sumUsage } from "./sum-usage.ts";
import { dayOf } from "./usage-days.ts";
import { hitsOfRules } from "./usage-of-rules.ts";
import { dailyUsage } from "./usage-statistics.ts";

jest.setTimeout(600_000);

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const database = mongoDatabases("manager")();
const usage = createMongoUsageStore(database);
const notes = createMongoRuleNoteStore(database);
let nextDevice = 1;

beforeAll(() => createIndexes(database, ...USAGE_INDEXES, RULE_NOTE_INDEXES));

const quiet = new AbortController().signal;
const sum = (deviceId: number, now = NOW) => sumUsage({ usage, notes, now: () => new Date(now) }, deviceId, quiet);

const aWriter = () => ({ writer: crypto.randomUUID(), until: new Date(NOW + 60_000) });

async function write(deviceId: number, end: number, hits: ReadonlyMap<string, number>, isCrash = false): Promise<void> {
  const writing = aWriter();
  await usage.beginWriting(deviceId, dayOf(end), writing);
  const reports = Array.from(hits, ([ruleId, count]) => ({ ruleId, hits: count, objects: [] }));
  await usage.writeReports(deviceId, end, reports);
  if (!isCrash) await usage.endWriting(deviceId, dayOf(end), writing.writer);
}

/** The end times of the reports. Some are on the same day, and some are in earlier months. */
const ENDS = [0, 0.25, 1, 3, 25, 70, 390].map((days) => NOW - days * DAY_MS);
const report = fc.record({
  kind: fc.constant("report" as const),
  end: fc.constantFrom(...ENDS),
  hits: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: 0, max: 3 }), { minKeys: 1 }),
  isCrash: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: report },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sum" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("document" as const), rule: fc.constantFrom("a", "b", "c") }) },
);

test("days and last uses are those of the reports, whatever was sent again, ended halfway, or changed beside", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const deviceId = nextDevice++;
      const idOf = (rule: string) => `${deviceId}-${rule}`;
      const reported = new Map<string, number>();
      for (const one of steps) {
        if (one.kind === "sum") await sum(deviceId);
        else if (one.kind === "document")
          await notes.document({ deviceId, ruleIds: [idOf(one.rule)], values: new Map([[1, "x"]]), at: new Date(NOW) });
        else {
          const hits = new Map(Object.entries(one.hits).map(([rule, count]) => [idOf(rule), count]));
          await write(deviceId, one.end, hits, one.isCrash);
          for (const [rule, count] of Object.entries(one.hits)) reported.set(`${rule} ${one.end}`, count);
        }
      }
      const entries = Array.from(reported, ([key, hits]) => {
        const [rule = "", end] = key.split(" ");
        return { rule, end: Number(end), hits };
      });
      // The daily usage must be the same before and after the days are closed.
      const daily = entries.length === 0 ? [] : expectedDays(entries);
      expect(await dailyUsage(usage, deviceId, new Date(NOW))).toEqual(daily);
      await sum(deviceId, NOW + 61_000);
      expect(await usage.listOpenDays(deviceId)).toEqual([]);
      expect(await dailyUsage(usage, deviceId, new Date(NOW))).toEqual(daily);
      const rules = ["a", "b", "c"];
      const found = await notes.read(rules.map(idOf));
      const lastUsed = rules.map((rule) => found.get(idOf(rule))?.lastUsed ?? null);
      expect(lastUsed).toEqual(
        rules.map((rule) => {
          const used = entries.filter((one) => one.rule === rule && one.hits > 0).map(({ end }) => end);
          return used.length === 0 ? null : Math.max(...used);
        }),
      );
      const period = { from: NOW - 26 * DAY_MS, to: NOW };
      const hits = await hitsOfRules(usage, rules.map(idOf), period, NOW);
      expect(rules.map((rule) => hits.get(idOf(rule)) ?? 0)).toEqual(
        rules.map((rule) =>
          entries.reduce((all, one) => all + (one.rule === rule && one.end >= period.from ? one.hits : 0), 0),
        ),
      );
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25) },
  );
});

function expectedDays(entries: readonly { readonly end: number; readonly hits: number }[]) {
  const sums = new Map<number, number>();
  for (const { end, hits } of entries) sums.set(dayOf(end), (sums.get(dayOf(end)) ?? 0) + hits);
  return [...sums]
    .sort(([a], [b]) => b - a)
    .map(([day, totalHits]) => ({ hitDate: new Date(day).toISOString().slice(0, 10), totalHits }));
}

test("a day is not closed while a report writes to it, and a report in between opens it again", async () => {
  const deviceId = nextDevice++;
  const writing = aWriter();
  await usage.beginWriting(deviceId, dayOf(NOW), writing);
  await sum(deviceId);
  expect(await usage.openDevices()).toContain(deviceId);
  await write(deviceId, NOW, new Map([["r", 2]]));
  // The first writer has not ended yet.
  await sum(deviceId);
  expect(await usage.openDevices()).toContain(deviceId);
  await usage.endWriting(deviceId, dayOf(NOW), writing.writer);
  const [before] = await usage.listOpenDays(deviceId);
  await write(deviceId, NOW - 1, new Map([["r", 3]]));
  if (before) await usage.closeDay(before, 2, new Date(NOW));
  expect(await usage.openDevices()).toContain(deviceId);
  await sum(deviceId);
  expect(await usage.openDevices()).not.toContain(deviceId);
  expect(await dailyUsage(usage, deviceId, new Date(NOW))).toMatchObject([{ totalHits: 5 }]);
});

test("usage is purged after 400 days, and what belongs to a device that is gone", async () => {
  const [kept, gone] = [nextDevice++, nextDevice++];
  for (const deviceId of [kept, gone])
    for (const days of [0, 399, 400, 450]) await write(deviceId, NOW - days * DAY_MS, new Map([[`${deviceId}-r`, 1]]));
  for (const deviceId of [kept, gone]) await sum(deviceId);
  const hits = async (deviceId: number) =>
    (await hitsOfRules(usage, [`${deviceId}-r`], { from: 0, to: NOW + 1 }, NOW)).get(`${deviceId}-r`) ?? 0;
  // Days that are too old must not count, even before they are removed.
  expect(await hits(kept)).toBe(2);
  expect((await dailyUsage(usage, kept, new Date(NOW))).length).toBe(2);
  const listDeviceIds = async () => Array.from({ length: nextDevice }, (_, id) => id).filter((id) => id !== gone);
  await purgeUsage({ usage, notes, listDeviceIds, now: () => new Date(NOW) });
  expect((await usage.listDays(kept, 0)).length).toBe(2);
  expect([await hits(kept), await hits(gone)]).toEqual([2, 0]);
  expect((await notes.read([`${kept}-r`, `${gone}-r`])).size).toBe(1);
  expect(await usage.listDevices()).not.toContain(gone);
});
