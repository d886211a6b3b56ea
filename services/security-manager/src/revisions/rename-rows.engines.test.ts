import { expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import { createIndexRebuild } from "@network-access/service-runtime/opensearch-rebuild";
import { edgeSnapshot } from "../../test/edge-snapshot.ts";
import { estateStores } from "../../test/estate-stores.ts";
import type { Device } from "../devices/device.ts";
import { rowIndexDefinition } from "../row-index/row-mapping.ts";
import { writeRows } from "../row-index/write-rows.ts";
import type { MakingNeeds } from "./make-revision.ts";
import { renameRows } from "./rename-rows.ts";

/**
 * These tests rename devices. Each row contains the name of its device, because searches find and sort rows by this
 * name.
 */

const estate = estateStores();
const leases = createInMemoryLeaseStore();
const process = (holder = "one") => ({ devices: estate.devices, rows: estate.rows, leases, holder, now: estate.now });
const goingOn = new AbortController().signal;

async function rename(id: number, name: string): Promise<void> {
  const {
    id: _,
    deviceGroupIds: __,
    currentRevision: ___,
    ...fields
  } = (await estate.devices.findDevice(id)) as Device;
  expect(await estate.devices.updateDevice(id, { ...fields, name })).toBe("updated");
}

/** Returns the number of rows of a device that have this device name, in all revisions. */
async function rowsNamed(device: number, name: string, index = `${estate.prefix}-*`): Promise<number> {
  await estate.client.call("POST", `/${index}/_refresh`);
  const query = { bool: { filter: [{ term: { device } }, { term: { device_name: name } }] } };
  const found = await estate.client.call("POST", `/${index}/_count`, { query });
  return (found as { readonly count: number }).count;
}

test("all rows of a renamed device get its name, and an interface's own attribute too", async () => {
  const names = Array.from({ length: 2_100 }, (_, n) => `rule ${n}`);
  const parts = [...edgeSnapshot(names.slice(0, 2_000)), ...edgeSnapshot(names.slice(2_000))];
  const [first, objects, interfaces, second] = parts;
  const device = await estate.createDevice("old name");
  await estate.put(
    device,
    [first, second, objects, interfaces].flatMap((part) => part ?? []),
  );
  await estate.worker().run();
  const all = await rowsNamed(device, "old name");
  expect(all).toBeGreaterThan(2_100);
  await rename(device, "new name");
  await renameRows(process(), goingOn);
  expect([await rowsNamed(device, "old name"), await rowsNamed(device, "new name")]).toEqual([0, all]);
  const query = { term: { interface_deviceName: "new name" } };
  expect(await estate.client.call("POST", `/${estate.prefix}-interface/_count`, { query })).toMatchObject({ count: 1 });
  expect(await estate.devices.listRenamed()).toEqual([]);
});

test("a revision that was made during the rename gets the new name as well", async () => {
  const device = await estate.createDevice("renamed meanwhile");
  await estate.put(device, edgeSnapshot(["a"]));
  let isRenamed = false;
  const worker = estate.worker((needs: MakingNeeds) => ({
    ...needs,
    async setCurrent(...given) {
      await rename(device, "by then");
      await renameRows(process(), goingOn);
      isRenamed = true;
      // Replaces the device's rows of security rules by one row with the old name. This simulates a row that was
      // written after the other rows were renamed.
      await estate.client.call("POST", `/${estate.prefix}-secrule/_delete_by_query?refresh=true`, {
        query: { term: { device } },
      });
      const current = given[1].id;
      const row = { device, device_name: "renamed meanwhile", revision: current, row_id: "r", record: '{"name":"a"}' };
      await writeRows(estate.client, `${estate.prefix}-secrule-1`, [{ id: `${current}:r`, document: row }]);
      return needs.setCurrent(...given);
    },
  }));
  await worker.run();
  expect(isRenamed).toBe(true);
  expect(await rowsNamed(device, "renamed meanwhile")).toBe(1);
  await renameRows(process(), goingOn);
  expect(await rowsNamed(device, "renamed meanwhile")).toBe(0);
});

test("rows that an earlier attempt wrote with an earlier name get the new one", async () => {
  const device = await estate.createDevice("of the first attempt");
  await estate.put(device, edgeSnapshot(["a"]));
  const failing = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    setCurrent: () => Promise.reject(new Error("the database was away")),
  });
  await estate.worker(failing).run();
  await rename(device, "of the second attempt");
  const [open] = await estate.devices.listRenamed();
  // Clears the record of the rename, as if `renameRows` had run before the device had rows.
  await estate.devices.clearRename(device, open?.token ?? "");
  estate.passMs(2_000);
  await estate.worker().run();
  await renameRows(process(), goingOn);
  expect(await rowsNamed(device, "of the first attempt")).toBe(0);
});

test("a second rename during the first one is not lost", async () => {
  const device = await estate.createDevice("first");
  await estate.put(device, edgeSnapshot(["a"]));
  await estate.worker().run();
  await rename(device, "second");
  let isSecond = false;
  const rows: typeof estate.rows = {
    ...estate.rows,
    async rename(entity, ...given) {
      if (entity === "route" && !isSecond) {
        isSecond = true;
        await rename(device, "third");
      }
      return estate.rows.rename(entity, ...given);
    },
  };
  await renameRows({ ...process(), rows }, goingOn);
  expect(await rowsNamed(device, "second")).toBeGreaterThan(0);
  await renameRows(process(), goingOn);
  expect(await rowsNamed(device, "third")).toBeGreaterThan(0);
  expect(await rowsNamed(device, "second")).toBe(0);
  expect(await estate.devices.listRenamed()).toEqual([]);
});

test("an index that is being built gets the name too", async () => {
  const device = await estate.createDevice("while built");
  const rebuild = createIndexRebuild(estate.client, `${estate.prefix}-policy`, rowIndexDefinition("policy"));
  const index = await rebuild.begin();
  const row = { device, device_name: "while built", revision: 1, row_id: "r", record: "{}" };
  await writeRows(estate.client, index, [{ id: "1:r", document: row }]);
  await rename(device, "when built");
  await renameRows(process(), goingOn);
  expect(await rowsNamed(device, "when built", index)).toBe(1);
});

test("while one process renames another one does not, and a process that ends leaves the rest to it", async () => {
  const device = await estate.createDevice("before");
  await estate.put(device, edgeSnapshot(["a"]));
  await estate.worker().run();
  await rename(device, "after");
  const ending = new AbortController();
  let calls = 0;
  const rows: typeof estate.rows = {
    ...estate.rows,
    async rename(...given) {
      calls += 1;
      if (calls === 1) {
        await renameRows(process("another"), goingOn);
        expect(await rowsNamed(device, "after")).toBe(0);
        ending.abort();
      }
      return estate.rows.rename(...given);
    },
  };
  await renameRows({ ...process("one"), rows }, ending.signal);
  expect(calls).toBe(1);
  expect(await estate.devices.listRenamed()).toHaveLength(1);
  await renameRows(process("another"), goingOn);
  expect(await rowsNamed(device, "before")).toBe(0);
});
