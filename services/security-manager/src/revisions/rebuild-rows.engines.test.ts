import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import { createIndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { edgeSnapshot } from "../../test/edge-snapshot.ts";
import { estateStores } from "../../test/estate-stores.ts";
import type { Device } from "../devices/device.ts";
import { ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import { rowIndexDefinition } from "../row-index/row-mapping.ts";
import { updateNotes } from "../row-index/update-notes.ts";
import { writeRows } from "../row-index/write-rows.ts";
import { fillRows } from "./fill-rows.ts";
import type { MakingNeeds } from "./make-revision.ts";
import { rebuildRows } from "./rebuild-rows.ts";
import { renameRows } from "./rename-rows.ts";

/**
 * In these tests, indexes are rebuilt, or are lost and filled again, while revisions are made and devices are renamed.
 */

const estate = estateStores();
const leases = createInMemoryLeaseStore();
const goingOn = new AbortController().signal;
const { client, prefix, devices, making } = estate;
const writing = { ...making, listDevices: devices.listDevices };

const indexRebuilds = new Map(
  ROW_ENTITIES.map((entity) => [entity, createIndexRebuild(client, `${prefix}-${entity}`, rowIndexDefinition(entity))]),
);

const rebuild = (before: () => Promise<void> = async () => undefined, indexes = indexRebuilds) =>
  rebuildRows(
    {
      ...{ ...writing, progress: () => undefined, indexes },
      writeInto: (index, rows) => before().then(() => writeRows(client, index, rows)),
      updateNotesIn: (index, updates) => updateNotes(client, index, updates),
    },
    goingOn,
  );

const process = (holder: string, needs: Partial<Parameters<typeof fillRows>[0]> = {}) => {
  const { logger, lines } = keepLogLines();
  const elapsedMs = () => performance.now();
  const stopping = new AbortController();
  const given = { ...writing, leases, holder, elapsedMs, logger, ...needs };
  return { lines, stop: () => stopping.abort(), fill: () => fillRows(given, stopping.signal) };
};

async function loseIndexes(): Promise<void> {
  for (const entity of ROW_ENTITIES) await client.call("DELETE", `/${prefix}-${entity}-*`);
  // The service notices that an index is lost when it reads from the index.
  for (const entity of ROW_ENTITIES) await expect(estate.rows.count(entity, 1)).rejects.toThrow("there is no index");
}

async function rename(id: number, name: string): Promise<void> {
  const { id: _, deviceGroupIds: __, currentRevision: ___, ...fields } = (await devices.findDevice(id)) as Device;
  await devices.updateDevice(id, { ...fields, name });
}

let device: number;
beforeEach(async () => {
  device = await estate.createDevice(crypto.randomUUID());
  await estate.put(device, edgeSnapshot(["a", "b"]));
  await estate.worker().run();
});
afterEach(async () => {
  await devices.removeDevice(device, estate.now());
});

test("a rebuild between the rows of a revision and its switch: the rows are written again", async () => {
  await estate.put(device, edgeSnapshot(["a", "b", "c"]));
  let isRebuilt = false;
  const worker = estate.worker((needs: MakingNeeds) => ({
    ...needs,
    async setCurrent(...given) {
      if (!isRebuilt) await rebuild();
      isRebuilt = true;
      return needs.setCurrent(...given);
    },
  }));
  await worker.run();
  estate.passMs(1_000);
  await worker.run();
  expect(await estate.ruleNames(device)).toEqual(["a", "b", "c"]);
  expect(worker.lines).toMatchObject([
    { level: "warn", err: { message: expect.stringContaining("replaced meanwhile") } },
    { state: "searchable", attempts: 2 },
  ]);
});

test("a rebuild that begins between the rows of a revision and its switch: searches find each device whole", async () => {
  await estate.put(device, edgeSnapshot(["a", "b", "c"]));
  const isWritten = Promise.withResolvers<void>();
  const isMade = Promise.withResolvers<void>();
  const names: string[][] = [];
  const indexes = new Map(
    [...indexRebuilds].map(([entity, one]) => [
      entity,
      {
        ...one,
        async swap(index: string) {
          isWritten.resolve();
          await isMade.promise;
          const replaced = await one.swap(index);
          if (entity === "secrule") names.push(await estate.ruleNames(device));
          return replaced;
        },
      },
    ]),
  );
  let rebuilding: ReturnType<typeof rebuild> | undefined;
  const worker = estate.worker((needs: MakingNeeds) => ({
    ...needs,
    rows: {
      ...needs.rows,
      async count(...given) {
        rebuilding ??= rebuild(undefined, indexes);
        await isWritten.promise;
        return needs.rows.count(...given);
      },
    },
  }));
  await worker.run();
  isMade.resolve();
  await rebuilding;
  estate.passMs(1_000);
  await worker.run();
  expect(names).toEqual([["a", "b"]]);
  expect(await estate.ruleNames(device)).toEqual(["a", "b", "c"]);
  expect(worker.lines).toMatchObject([
    { level: "warn", err: { message: expect.stringContaining("replaced meanwhile") } },
    { state: "searchable", attempts: 2 },
  ]);
});

test("indexes that are lost and filled between the rows of a revision and its switch: the rows are written again", async () => {
  await estate.put(device, edgeSnapshot(["a", "b", "c"]));
  let isLost = false;
  const worker = estate.worker((needs: MakingNeeds) => ({
    ...needs,
    async setCurrent(...given) {
      if (!isLost) {
        isLost = true;
        await loseIndexes();
        expect(await process("one").fill()).toBe(true);
      }
      return needs.setCurrent(...given);
    },
  }));
  await worker.run();
  expect(isLost).toBe(true);
  estate.passMs(1_000);
  await worker.run();
  expect(await estate.ruleNames(device)).toEqual(["a", "b", "c"]);
});

test("lost indexes are filled before they are searched, by one process", async () => {
  const second = await estate.createDevice(crypto.randomUUID());
  await estate.put(second, edgeSnapshot(["x"]));
  await estate.worker().run();
  await loseIndexes();
  const other = process("other");
  let seen = 0;
  const one = process("one", {
    revisions: {
      ...writing.revisions,
      async find(id) {
        // The first process is still filling the indexes.
        await expect(estate.searched(device)).rejects.toThrow("there is no index");
        expect(await other.fill()).toBe(false);
        seen += 1;
        return writing.revisions.find(id);
      },
    },
  });
  expect(await one.fill()).toBe(true);
  expect(seen).toBeGreaterThan(1);
  expect(await other.fill()).toBe(true);
  expect(await estate.ruleNames(device)).toEqual(["a", "b"]);
  expect(await estate.ruleNames(second)).toEqual(["x"]);
  expect(one.lines).toMatchObject([{ level: "warn", msg: "a missing index was filled" }]);
  expect(other.lines).toEqual([]);
});

test("one index that is lost is filled, and the others stay as they are", async () => {
  const before = await estate.rows.indexes();
  await client.call("DELETE", `/${prefix}-interface-*`);
  const { revision } = await estate.searched(device);
  await expect(estate.rows.count("interface", revision)).rejects.toThrow("there is no index");
  await process("one").fill();
  expect(await estate.rows.count("interface", revision)).toBe(1);
  const kept = (await estate.rows.indexes()).split(",").filter((index) => before.includes(index));
  expect(kept).toHaveLength(ROW_ENTITIES.length - 1);
});

test("a filling that is stopped leaves the indexes to another process at once", async () => {
  await loseIndexes();
  const stopped = process("stopped", {
    revisions: {
      ...writing.revisions,
      async find(id) {
        stopped.stop();
        return writing.revisions.find(id);
      },
    },
  });
  expect(await stopped.fill()).toBe(false);
  await expect(estate.searched(device)).rejects.toThrow("there is no index");
  expect(await process("other").fill()).toBe(true);
  expect(await estate.ruleNames(device)).toEqual(["a", "b"]);
});

test("a device that is renamed while its rows are written anew gets its name in the new index", async () => {
  let isRenamed = false;
  await rebuild(async () => {
    if (isRenamed) return;
    isRenamed = true;
    await rename(device, "by then");
    await renameRows({ ...estate, leases, holder: "one" }, goingOn);
    expect(await devices.listRenamed()).toEqual([]);
  });
  await renameRows({ ...estate, leases, holder: "one" }, goingOn);
  const query = { bool: { filter: [{ term: { device } }, { term: { device_name: "by then" } }] } };
  await client.call("POST", `/${prefix}-secrule/_refresh`);
  expect(await client.call("POST", `/${prefix}-secrule/_count`, { query })).toMatchObject({ count: 2 });
});

test("a device that is removed while its rows are written anew is no reason to fail", async () => {
  const gone = await estate.createDevice(crypto.randomUUID());
  await estate.put(gone, edgeSnapshot(["x"]));
  await estate.worker().run();
  let isRemoved = false;
  await rebuild(async () => {
    if (isRemoved) return;
    isRemoved = true;
    await devices.removeDevice(gone, estate.now());
    await estate.revisions.removeOfDevice(gone);
    await estate.parts.removeOfDevice(gone);
  });
  expect(await estate.ruleNames(device)).toEqual(["a", "b"]);
});
