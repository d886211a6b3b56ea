import { randomUUID } from "node:crypto";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Db } from "mongodb";
import type { CounterStore } from "./counters/counter-store.ts";
import type { DeviceStore } from "./devices/device-store.ts";
import { propsOf } from "./documentation/documentation-record.ts";
import { createDefaultProperties } from "./documentation/insert-default-properties.ts";
import { createMongoPropertyStore } from "./documentation/mongo-property-store.ts";
import { purgeRemovedProperties } from "./documentation/purge-removed-properties.ts";
import { searchedProperties, slotsOfProperties } from "./documentation/searched-properties.ts";
import { createMongoRuleNoteStore } from "./notes/mongo-rule-note-store.ts";
import { projectNotes } from "./notes/project-notes.ts";
import type { RowNoteNeeds } from "./notes/read-row-notes.ts";
import { workOnDevices } from "./notes/work-on-devices.ts";
import { createKnownRules } from "./revisions/known-rules.ts";
import type { RevisionStore } from "./revisions/revision-store.ts";
import type { RowIndex } from "./row-index/row-index.ts";
import type { RecordSources } from "./searching/answer-rows.ts";
import { createMongoUsageStore } from "./usage/mongo-usage-store.ts";
import { purgeUsage } from "./usage/purge-usage.ts";
import { sumUsage } from "./usage/sum-usage.ts";
import { hitsOfObjects, hitsOfRules } from "./usage/usage-of-rules.ts";

interface Needs {
  readonly database: Db;
  readonly counters: CounterStore;
  readonly devices: DeviceStore;
  readonly revisions: RevisionStore;
  readonly rows: RowIndex;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Returns the dependencies with which `readRowNotes` reads the notes of rules. */
export function createNoteReading(database: Db): RowNoteNeeds {
  const properties = createMongoPropertyStore(database);
  return {
    notes: createMongoRuleNoteStore(database),
    readSlots: async () => slotsOfProperties(await properties.list()),
  };
}

/**
 * Creates the stores, functions and periodic tasks for the usage and the documentation of rules. The routes and the
 * searches use them.
 */
export function assembleNotes({ database, counters, devices, revisions, rows, logger, now }: Needs) {
  const notes = createMongoRuleNoteStore(database);
  const properties = createMongoPropertyStore(database);
  const usage = createMongoUsageStore(database);
  const leases = createMongoLeaseStore(database);
  const holder = randomUUID();
  const noted = createNoteReading(database);

  async function revisionsOf(deviceId: number): Promise<readonly number[]> {
    // The pending revisions are read before the current revision. If a pending revision becomes current between the two
    // reads, the first read has already returned it.
    const pending = await revisions.listPendingOf(deviceId);
    const current = (await devices.findDevice(deviceId))?.currentRevision?.id;
    return [...new Set([...pending, ...(current === undefined ? [] : [current])])];
  }

  const listOpen = async () => [...new Set([...(await usage.openDevices()), ...(await notes.openDevices())])];
  const projecting = { notes, rows, readSlots: noted.readSlots, revisionsOf };
  async function work(deviceId: number, signal: AbortSignal): Promise<void> {
    await sumUsage({ usage, notes, now }, deviceId, signal);
    await projectNotes(projecting, deviceId, signal);
  }
  const projector = createPeriodic({
    name: "project notes",
    everyMs: 1_000,
    async task(signal) {
      const open = await listOpen();
      if (open.length === 0 || !(await rows.exist())) return;
      await workOnDevices({ leases, listDevices: async () => open, work, holder, now }, signal);
    },
    logger,
  });
  const purge = createPeriodic({
    name: "purge notes",
    everyMs: 10_000,
    task: () => purgeRemovedProperties({ properties, notes, rows }),
    logger,
  });
  const usagePurge = createPeriodic({
    name: "purge usage",
    everyMs: 3_600_000,
    async task() {
      const listDeviceIds = async () => (await devices.listDevices()).map(({ id }) => id);
      await purgeUsage({ usage, notes, listDeviceIds, now });
    },
    logger,
  });
  return {
    ...{ notes, properties, usage, noted, now },
    nextPropertyId: () => counters.next("custom-property"),
    knownRules: createKnownRules({ revisions, findDevice: devices.findDevice }),
    /**
     * Returns the properties that a query may compare. If the query does not contain `p.`, the prefix of every property
     * in SIQL, the properties are not read from the database.
     */
    searchedProperties: async (q: string) => searchedProperties(/\bp\s*\./i.test(q) ? await properties.list() : []),
    records: {
      async props(ruleIds) {
        const [found, all] = await Promise.all([notes.read(ruleIds), properties.list()]);
        return (ruleId) => propsOf(found.get(ruleId), all);
      },
      async usage(ruleIds, period) {
        const [found, hits] = await Promise.all([
          notes.read(ruleIds),
          hitsOfRules(usage, ruleIds, period, now().getTime()),
        ]);
        return (ruleId) => {
          const lastUsed = found.get(ruleId)?.lastUsed ?? null;
          return {
            hitCount: hits.get(ruleId) ?? 0,
            lastUsed: lastUsed === null ? null : new Date(lastUsed).toISOString(),
          };
        };
      },
      objectUsage: (ruleIds, period) => hitsOfObjects(usage, ruleIds, period, now().getTime()),
    } satisfies RecordSources,
    /** Creates the default properties. This part is started before all parts that read properties. */
    defaults: createDefaultProperties(properties, logger),
    parts: [projector, purge, usagePurge],
  };
}
