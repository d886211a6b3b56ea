import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { type Db, MongoClient } from "mongodb";
import { edgeSnapshot } from "../../test/edge-snapshot.ts";
import { namedPart } from "../../test/running-manager.ts";
import type { Device } from "../devices/device.ts";
import { createMongoDeviceStore, DEVICE_INDEXES } from "../devices/mongo-device-store.ts";
import { createMongoRuleNoteStore, RULE_NOTE_INDEXES } from "../notes/mongo-rule-note-store.ts";
import { projectNotes } from "../notes/project-notes.ts";
import { createOpenSearchRowIndex, ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import type { RowIndex } from "../row-index/row-index.ts";
import { type MakingNeeds, makeRevision } from "./make-revision.ts";
import { createMongoPartStore } from "./mongo-part-store.ts";
import { createMongoRevisionStore, REVISION_INDEXES } from "./mongo-revision-store.ts";
import type { Revision } from "./revision.ts";

/**
 * In these tests, the notes of a rule change at different steps of making a revision. The tests use a real database and
 * real indexes.
 */

const PROPERTY = { id: 7, slot: 3, type: "STRING" } as const;
const prefix = `notes-test-${crypto.randomUUID().slice(0, 8)}`;
const mongo = new MongoClient(process.env.TEST_MONGO_URL ?? "");
let client: OpenSearchClient;
let database: Db;
let index: RowIndex;
let stores: ReturnType<typeof openStores>;
let nextId = 1;

beforeAll(async () => {
  database = mongo.db(prefix);
  await createIndexes(database, ...DEVICE_INDEXES, ...REVISION_INDEXES, RULE_NOTE_INDEXES);
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const bounds = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 2, waitMs: 60_000 };
  index = createOpenSearchRowIndex(client, prefix, createBoundedSearch(bounds), () => undefined);
  await index.prepare(async () => undefined);
  stores = openStores();
});
afterAll(async () => {
  for (const entity of ROW_ENTITIES) await client.call("DELETE", `/${prefix}-${entity}-1`);
  await client.stop();
  await database.dropDatabase();
  await mongo.close();
});

function openStores() {
  return {
    devices: createMongoDeviceStore(database),
    parts: createMongoPartStore(database),
    revisions: createMongoRevisionStore(database),
    notes: createMongoRuleNoteStore(database),
  };
}

const readSlots = async () => new Map([[PROPERTY.id, PROPERTY]]);

function needsWith(rows: RowIndex): MakingNeeds {
  const { devices, parts, revisions, notes } = stores;
  const noted = { notes, readSlots };
  const { findDevice, setCurrentRevision: setCurrent, noteRename } = devices;
  return { parts, revisions, rows, noted, findDevice, setCurrent, noteRename, now: () => new Date() };
}

async function aDevice(): Promise<number> {
  const id = nextId++;
  const device: Device = {
    ...{ id, name: `device ${id}`, description: "", type: "FIREWALL", vendor: "", product: "", managementIp: null },
    ...{ managementStationId: null, active: true, deviceGroupIds: [], currentRevision: null, lastUpdated: new Date() },
  };
  await stores.devices.insertDevice(device);
  return id;
}

/** Stores a pending revision with one rule. */
async function aRevision(deviceId: number, base: number | null): Promise<Revision> {
  const parts = edgeSnapshot(["web"]).map(namedPart);
  for (const { sha256, json } of parts) await stores.parts.put(deviceId, sha256, json, new Date());
  const revision: Revision = {
    ...{ id: nextId++, deviceId, configuredAt: new Date(), createdAt: new Date(), createdBy: "test" },
    ...{ baseRevision: base, schema: "device-snapshot.v1", parts: parts.map(({ sha256 }) => sha256) },
    ...{ notUnderstood: 0, state: "pending", attempts: 0, changes: null },
  };
  await stores.revisions.insert(revision);
  return revision;
}

async function makeOne(revision: Revision, rows: RowIndex = index): Promise<void> {
  expect(await makeRevision(needsWith(rows), revision)).toMatchObject({ state: "searchable" });
  await stores.revisions.noteSearchable(revision.id);
}

/** Creates a device with a current revision, and returns the id of its rule. */
async function aRule() {
  const deviceId = await aDevice();
  const first = await aRevision(deviceId, null);
  await makeOne(first);
  const digest = await stores.revisions.readDigest(first.id);
  const ruleId = digest?.rows[0]?.id ?? "";
  return { deviceId, first, ruleId };
}

async function change(deviceId: number, ruleId: string, text: string): Promise<void> {
  await stores.notes.document({ deviceId, ruleIds: [ruleId], values: new Map([[PROPERTY.id, text]]), at: new Date() });
}

async function project(deviceId: number, rows: RowIndex = index): Promise<void> {
  const { devices, revisions, notes } = stores;
  const revisionsOf = async () => {
    const pending = await revisions.listPendingOf(deviceId);
    return [...pending, (await devices.findDevice(deviceId))?.currentRevision?.id ?? 0];
  };
  await projectNotes({ notes, rows, readSlots, revisionsOf }, deviceId, new AbortController().signal);
  expect(await notes.openDevices()).not.toContain(deviceId);
}

/** Returns the value of `PROPERTY` in the row that a rule has in the current revision. */
async function shown(deviceId: number, ruleId: string): Promise<unknown> {
  const current = (await stores.devices.findDevice(deviceId))?.currentRevision?.id;
  const row = (await client.call("GET", `/${prefix}-secrule/_doc/${current}:${ruleId}`)) as { _source: never };
  const { properties } = row._source as { properties?: Record<string, unknown> };
  return properties?.s_3;
}

test("notes of a rule are shown by the rows of its current revision, and later ones replace them", async () => {
  const { deviceId, ruleId } = await aRule();
  await change(deviceId, ruleId, "one");
  await project(deviceId);
  expect(await shown(deviceId, ruleId)).toBe("one");
  await stores.notes.document({ deviceId, ruleIds: [ruleId], values: new Map([[PROPERTY.id, null]]), at: new Date() });
  await project(deviceId);
  expect(await shown(deviceId, ruleId)).toBeUndefined();
});

test("notes that change, and are projected, before a row is written are in the row when it is searched", async () => {
  const { deviceId, first, ruleId } = await aRule();
  const second = await aRevision(deviceId, first.id);
  await makeOne(second, {
    ...index,
    async write(entity, rows) {
      if (entity === "secrule") {
        await change(deviceId, ruleId, "before the row");
        await project(deviceId);
      }
      await index.write(entity, rows);
    },
  });
  expect(await shown(deviceId, ruleId)).toBe("before the row");
});

test("notes that change after all rows are written, and before the switch, are in the row when it is searched", async () => {
  const { deviceId, first, ruleId } = await aRule();
  const second = await aRevision(deviceId, first.id);
  await makeOne(second, {
    ...index,
    async count(entity, revision) {
      if (entity === "secrule") {
        await change(deviceId, ruleId, "before the switch");
        await project(deviceId);
      }
      return index.count(entity, revision);
    },
  });
  expect(await shown(deviceId, ruleId)).toBe("before the switch");
});

test("notes that are projected while the revision becomes current are in the row", async () => {
  const { deviceId, first, ruleId } = await aRule();
  const second = await aRevision(deviceId, first.id);
  await change(deviceId, ruleId, "old");
  await makeOne(second);
  // The third revision becomes current after `projectNotes` has read the pending revisions, and before it reads which
  // revision is current.
  const third = await aRevision(deviceId, second.id);
  await change(deviceId, ruleId, "new");
  const { notes, devices, revisions } = stores;
  const revisionsOf = async () => {
    const pending = await revisions.listPendingOf(deviceId);
    await makeOne(third);
    return [...pending, (await devices.findDevice(deviceId))?.currentRevision?.id ?? 0];
  };
  await projectNotes({ notes, rows: index, readSlots, revisionsOf }, deviceId, new AbortController().signal);
  expect(await shown(deviceId, ruleId)).toBe("new");
});

test("a process that writes the rows of a revision again, with notes that it read long ago, does not bring them back", async () => {
  const { deviceId, first, ruleId } = await aRule();
  const second = await aRevision(deviceId, first.id);
  const isWriting = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const slow = makeRevision(
    needsWith({
      ...index,
      async write(entity, rows) {
        if (entity === "secrule") {
          isWriting.resolve();
          await goesOn.promise;
        }
        await index.write(entity, rows);
        if (entity === "secrule") throw new Error("the process ends here");
      },
    }),
    second,
  );
  await Promise.race([isWriting.promise, slow]);
  await makeOne(second);
  await change(deviceId, ruleId, "newest");
  await project(deviceId);
  goesOn.resolve();
  await expect(slow).rejects.toThrow("the process ends here");
  expect(await shown(deviceId, ruleId)).toBe("newest");
});

test("a process that ended after it wrote a row leaves nothing old behind", async () => {
  const { deviceId, first, ruleId } = await aRule();
  const second = await aRevision(deviceId, first.id);
  const ends = {
    ...index,
    async write(entity, rows) {
      if (entity === "secrule") {
        await change(deviceId, ruleId, "unseen by the first");
        await project(deviceId);
      }
      await index.write(entity, rows);
      if (entity === "secrule") throw new Error("the process ends here");
    },
  } satisfies RowIndex;
  await expect(makeRevision(needsWith(ends), second)).rejects.toThrow("the process ends here");
  await makeOne(second);
  expect(await shown(deviceId, ruleId)).toBe("unseen by the first");
});

test("notes that change between their projection and their closing stay open", async () => {
  const { deviceId, ruleId } = await aRule();
  await change(deviceId, ruleId, "first");
  const rows: RowIndex = {
    ...index,
    async updateNotes(updates) {
      await index.updateNotes(updates);
      await change(deviceId, ruleId, "second");
    },
  };
  await expect(project(deviceId, rows)).rejects.toThrow();
  await project(deviceId);
  expect(await shown(deviceId, ruleId)).toBe("second");
});
