import { afterAll, beforeAll } from "@jest/globals";
import { SNAPSHOT_SCHEMA, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { createNoteReading } from "../src/app-notes.ts";
import { createMongoCounterStore } from "../src/counters/mongo-counter-store.ts";
import { createMongoDeviceStore, DEVICE_INDEXES } from "../src/devices/mongo-device-store.ts";
import type { MakingNeeds } from "../src/revisions/make-revision.ts";
import { createMongoPartStore } from "../src/revisions/mongo-part-store.ts";
import { createMongoRevisionStore, REVISION_INDEXES } from "../src/revisions/mongo-revision-store.ts";
import { putRevision } from "../src/revisions/put-revision.ts";
import { makePending } from "../src/revisions/revision-worker.ts";
import { createOpenSearchRowIndex, ROW_ENTITIES } from "../src/row-index/opensearch-row-index.ts";
import { compileSort } from "../src/siql/compiling/compile-sort.ts";
import { namedPart } from "./running-manager.ts";

const OPENSEARCH = process.env.TEST_OPENSEARCH_URL ?? "";
const SEARCHES = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 4, waitMs: 60_000 };

/**
 * Creates the service's stores, in a real database and with real indexes, and workers that use them as several
 * processes do. The clock of the workers stands still unless the test advances it.
 */
export function estateStores() {
  const newDatabase = mongoDatabases("estate");
  const prefix = `estate-test-${crypto.randomUUID().slice(0, 8)}`;
  const client = createOpenSearchClient({ nodes: [OPENSEARCH] }, { deadlineMs: 30_000 });
  const rows = createOpenSearchRowIndex(client, prefix, createBoundedSearch(SEARCHES), () => undefined);
  const database = newDatabase();
  const devices = createMongoDeviceStore(database);
  const parts = createMongoPartStore(database);
  const revisions = createMongoRevisionStore(database);
  const counters = createMongoCounterStore(database);
  const oneAtATime = createSemaphore(1);
  let time = Date.now();
  const now = () => new Date(time);

  beforeAll(async () => {
    await createIndexes(database, ...DEVICE_INDEXES, ...REVISION_INDEXES);
    await rows.prepare(async () => undefined);
  }, 60_000);
  afterAll(async () => {
    for (const entity of ROW_ENTITIES) await client.call("DELETE", `/${prefix}-${entity}-*`);
    await client.stop();
  }, 60_000);

  const making: MakingNeeds = {
    ...{ parts, revisions, rows, now, noted: createNoteReading(database) },
    findDevice: devices.findDevice,
    setCurrent: devices.setCurrentRevision,
    noteRename: devices.noteRename,
  };

  async function searched(deviceId: number) {
    const revision = (await devices.findDevice(deviceId))?.currentRevision?.id ?? 0;
    const query = { clause: { term: { revision } }, sort: compileSort("secrule", []), from: 0, size: 100 };
    await rows.refresh("secrule");
    const found = await rows.search("secrule", query);
    if (found === "too-large") throw new Error(found);
    return { revision, rules: found.rows };
  }

  /** Makes a revision from parts that were sent before. */
  async function putStored(deviceId: number, snapshot: readonly SnapshotPartInput[]): Promise<number> {
    const baseRevision = (await revisions.newest(deviceId))?.id ?? null;
    const needs = { parts, revisions, nextId: () => counters.next("revision"), now, oneAtATime };
    const names = snapshot.map((part) => namedPart(part).sha256);
    const input = { configuredAt: now(), baseRevision, schema: SNAPSHOT_SCHEMA, parts: names } as const;
    const made = await putRevision(needs, deviceId, "test", input);
    if (!made.ok) throw new Error(`the revision was refused: ${JSON.stringify(made)}`);
    return made.revision.id;
  }

  return {
    ...{ database, client, prefix, devices, parts, revisions, rows, counters, making, now },
    passMs(ms: number): void {
      time += ms;
    },
    async createDevice(name: string): Promise<number> {
      const id = await counters.next("device");
      const described = { name, description: "", type: "FIREWALL", vendor: "", product: "" } as const;
      const more = { managementIp: null, managementStationId: null, active: true, deviceGroupIds: [] };
      await devices.insertDevice({ id, ...described, ...more, currentRevision: null, lastUpdated: now() });
      return id;
    },
    async put(deviceId: number, snapshot: readonly SnapshotPartInput[]): Promise<number> {
      for (const { sha256, json } of snapshot.map(namedPart)) await parts.put(deviceId, sha256, json, now());
      return putStored(deviceId, snapshot);
    },
    putStored,
    /** Simulates another process that makes revisions. */
    worker(change: (needs: MakingNeeds) => MakingNeeds = (needs) => needs, elapsedMs = () => performance.now()) {
      const { logger, lines } = keepLogLines();
      const needs = { ...change(making), elapsedMs, logger, onSearchable: () => undefined };
      const stopping = new AbortController();
      return {
        lines,
        stop: () => stopping.abort(new Error("stopping")),
        /** Calls `makePending` once. */
        runSome: () => makePending(needs, stopping.signal),
        /** Makes revisions until none is due. */
        async run() {
          while (await makePending(needs, stopping.signal));
        },
      };
    },
    /**
     * Returns the id of a device's current revision (0 if there is none), and at most 100 of the rules that searches
     * find in this revision.
     */
    searched,
    async ruleNames(deviceId: number): Promise<string[]> {
      return (await searched(deviceId)).rules.map(({ record }) => String(record.name));
    },
    async ruleIds(deviceId: number): Promise<ReadonlyMap<string, string>> {
      return new Map((await searched(deviceId)).rules.map(({ id, record }) => [String(record.name), id]));
    },
  };
}
