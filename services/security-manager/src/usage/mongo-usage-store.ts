import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Collection, Db } from "mongodb";
import { divide } from "../notes/divide.ts";
import { dayOf, monthOf, monthsOf, weekOf, weeksOf } from "./usage-days.ts";
import type { Hits, ObjectHits, RuleHits, UsageDay, UsageStore, Writing } from "./usage-store.ts";

/** Hits by report. A key is "t" followed by the end time of the report, in milliseconds since 1970. */
type ByEnd<Value> = Record<string, Value>;

/** The hits of a rule in one month. */
interface MonthDocument {
  /** The id of the rule and the month. */
  _id: string;
  ruleId: string;
  deviceId: number;
  month: number;
  /** Hits by day. A key is "d" followed by the start of the day in milliseconds since 1970. */
  days?: Record<string, ByEnd<number>>;
}

/** The hits of a rule's objects in one week. */
interface WeekDocument {
  /** The id of the rule and the week. */
  _id: string;
  ruleId: string;
  deviceId: number;
  week: number;
  reports?: ByEnd<ObjectHits[]>;
}

interface DayDocument {
  /** The id of the device and the start of the day. */
  _id: string;
  deviceId: number;
  day: Date;
  hits: number;
  version: number;
  open?: true;
  /**
   * The calls that began to write reports of this day (`beginWriting`) and have not finished (`endWriting`). Some of
   * these calls may have failed.
   */
  writers: Writing[];
}

const AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 5_000;

export const USAGE_INDEXES: readonly CollectionIndexes[] = [
  {
    collection: "rule-usage",
    indexes: [{ key: { deviceId: 1, month: 1 } }, { key: { month: 1 } }],
  },
  {
    collection: "object-usage",
    indexes: [{ key: { deviceId: 1 } }, { key: { week: 1 } }],
  },
  {
    collection: "usage-days",
    indexes: [
      { key: { deviceId: 1, day: -1 } },
      { key: { day: 1 } },
      { key: { deviceId: 1, open: 1 }, name: "open", partialFilterExpression: { open: true } },
    ],
  },
];

export function createMongoUsageStore(database: Db): UsageStore {
  const months = database.collection<MonthDocument>("rule-usage");
  const weeks = database.collection<WeekDocument>("object-usage");
  const days = database.collection<DayDocument>("usage-days");

  return {
    async beginWriting(deviceId, day, writing) {
      const update = {
        ...{ $set: { open: true as const }, $inc: { version: 1 }, $push: { writers: writing } },
        $setOnInsert: { deviceId, day: new Date(day), hits: 0 },
      };
      await throughCollisions(() => days.updateOne({ _id: `${deviceId}:${day}` }, update, { upsert: true }));
    },

    async endWriting(deviceId, day, writer) {
      const update = { $set: { open: true as const }, $inc: { version: 1 }, $pull: { writers: { writer } } };
      await throughCollisions(() => days.updateOne({ _id: `${deviceId}:${day}` }, update));
    },

    async writeReports(deviceId, end, reports) {
      const month = monthOf(end);
      const week = weekOf(end);
      // Writes are sorted by rule id, so that concurrent calls for the same rules do not deadlock.
      const inOrder = reports.toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1));
      for (const some of divide(inOrder, AT_ONCE)) {
        const writes = some.map(({ ruleId, hits }) => ({
          updateOne: {
            filter: { _id: `${ruleId}:${month}` },
            update: { $set: { ruleId, deviceId, month, [`days.d${dayOf(end)}.t${end}`]: hits } },
            upsert: true,
          },
        }));
        await throughCollisions(() => months.bulkWrite(writes as never, { ordered: false }));
        const path = `reports.t${end}`;
        const withObjects = some.filter(({ objects }) => objects.length > 0);
        const objectWrites = withObjects.map(({ ruleId, objects }) => ({
          updateOne: {
            filter: { _id: `${ruleId}:${week}` },
            update: { $set: { ruleId, deviceId, week, [path]: objects } },
            upsert: true,
          },
        }));
        if (objectWrites.length > 0)
          await throughCollisions(() => weeks.bulkWrite(objectWrites as never, { ordered: false }));
        const without = some.flatMap(({ ruleId, objects }) => (objects.length === 0 ? [`${ruleId}:${week}`] : []));
        const sentBefore = { _id: { $in: without }, [path]: { $exists: true } };
        if (without.length > 0)
          await throughCollisions(() => weeks.updateMany(sentBefore, { $unset: { [path]: "" } } as object));
      }
    },

    async readDay(ruleIds, day) {
      const projection = { ruleId: 1, [`days.d${day}`]: 1 };
      const ids = ruleIds.map((ruleId) => `${ruleId}:${monthOf(day)}`);
      const found = await readMany(months, ids, projection);
      return found.map((document) => ({ ruleId: document.ruleId, reports: reportsOf(document) }));
    },

    async readPeriod(ruleIds, from, to) {
      const ids = monthsOf(from, to).flatMap((month) => ruleIds.map((ruleId) => `${ruleId}:${month}`));
      const found = await readMany(months, ids, { ruleId: 1, days: 1 });
      return found.map((document) => ({
        ruleId: document.ruleId,
        reports: reportsOf(document).filter(({ end }) => end >= from && end < to),
      }));
    },

    async readObjects(ruleIds, from, to) {
      const ids = weeksOf(from, to).flatMap((week) => ruleIds.map((ruleId) => `${ruleId}:${week}`));
      const found = await readMany(weeks, ids, { ruleId: 1, reports: 1 });
      return found.map(({ ruleId, reports = {} }) => ({
        ruleId,
        objects: entriesByEnd(reports).flatMap(([end, objects]) => (end >= from && end < to ? objects : [])),
      }));
    },

    async *readDeviceDay(deviceId, day) {
      const field = `days.d${day}`;
      const filter = { deviceId, month: monthOf(day), [field]: { $exists: true } };
      const cursor = months.find(filter as object, { projection: { ruleId: 1, [field]: 1 }, batchSize: AT_ONCE });
      let some: RuleHits[] = [];
      for await (const document of cursor) {
        some.push({ ruleId: document.ruleId, reports: reportsOf(document) });
        if (some.length < AT_ONCE) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
    },

    async latestUse(ruleId) {
      const prefix = { _id: { $gte: `${ruleId}:`, $lt: `${ruleId};` } };
      for await (const document of months.find(prefix, { sort: { _id: -1 } })) {
        const used = reportsOf(document).flatMap(({ end, hits }) => (hits > 0 ? [end] : []));
        if (used.length > 0) return Math.max(...used);
      }
      return null;
    },

    openDevices: () => days.distinct("deviceId", { open: true }),

    async listDays(deviceId, from) {
      const found = await days.find({ deviceId, day: { $gte: new Date(from) } }, { sort: { day: -1 } }).toArray();
      return found.map(dayOfDocument);
    },

    async listOpenDays(deviceId) {
      return (await days.find({ deviceId, open: true }, { sort: { day: 1 } }).toArray()).map(dayOfDocument);
    },

    async closeDay({ deviceId, day, version }, hits, now) {
      const isWritten = { $elemMatch: { until: { $gt: now } } };
      const unchanged = { _id: `${deviceId}:${day}`, version, writers: { $not: isWritten } };
      await throughCollisions(() => days.updateOne(unchanged, { $set: { hits, writers: [] }, $unset: { open: "" } }));
    },

    async purge(before) {
      await removeWhere(months, { month: { $lt: monthOf(before) } });
      await removeWhere(weeks, { week: { $lt: weekOf(before) } });
      await removeWhere(days, { day: { $lt: new Date(before) } });
    },

    listDevices: () => days.distinct("deviceId"),

    async removeDevice(deviceId) {
      await removeWhere(months, { deviceId });
      await removeWhere(weeks, { deviceId });
      // The days are removed last: if a removal is interrupted, `listDevices` still finds the device by its days.
      await removeWhere(days, { deviceId });
    },
  };
}

async function readMany<Document extends { _id: string }>(
  collection: Collection<Document>,
  ids: readonly string[],
  projection: object,
): Promise<Document[]> {
  const found: Document[] = [];
  for (const some of divide(ids, AT_ONCE))
    found.push(...((await collection.find({ _id: { $in: some } } as never, { projection }).toArray()) as Document[]));
  return found;
}

/** Removes documents in batches, so that no call takes long. */
async function removeWhere<Document extends { _id: string }>(
  collection: Collection<Document>,
  filter: object,
): Promise<void> {
  for (;;) {
    const found = await collection.find(filter, { projection: { _id: 1 }, limit: REMOVED_AT_ONCE }).toArray();
    if (found.length === 0) return;
    const some = { _id: { $in: found.map(({ _id }) => _id) } };
    await throughCollisions(() => collection.deleteMany(some as never));
  }
}

function reportsOf({ days = {} }: Pick<MonthDocument, "days">): Hits[] {
  return Object.values(days).flatMap((ofDay) => entriesByEnd(ofDay).map(([end, hits]) => ({ end, hits })));
}

function entriesByEnd<Value>(byEnd: ByEnd<Value>): [end: number, value: Value][] {
  return Object.entries(byEnd).map(([key, value]) => [Number(key.slice(1)), value]);
}

function dayOfDocument({ deviceId, day, hits, open, version }: DayDocument): UsageDay {
  return { deviceId, day: day.getTime(), hits, isOpen: open === true, version };
}
