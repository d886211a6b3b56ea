import { expect, test } from "@jest/globals";
import type { Access, EstateCaller } from "../access/estate-caller.ts";
import type { Device } from "../devices/device.ts";
import { ALL_DEVICES_GROUP } from "../devices/device.ts";
import type { Estate } from "../devices/estate.ts";
import { checkEntities } from "./check-entities.ts";
import { type EntityKey, keyText, MOST_ENTITIES, type PutEntity } from "./put-entity.ts";

/**
 * Creates a device in the given groups. In the tests, device 1 is in group 11, device 2 is in group 12, and device 3 is
 * in no group.
 */
function device(id: number, ...deviceGroupIds: number[]): readonly [number, Device] {
  const plain = { description: "", type: "FIREWALL" as const, vendor: "", product: "", active: true };
  const none = { managementIp: null, managementStationId: null, currentRevision: null };
  return [id, { ...plain, ...none, id, name: `fw ${id}`, deviceGroupIds, lastUpdated: new Date(0) }];
}
const groups = [11, 12].map((id) => ({ id, name: `group ${id}`, description: "", parentId: null }));
const estate: Estate = {
  devices: new Map([device(1, 11), device(2, 12), device(3)]),
  groups: new Map([ALL_DEVICES_GROUP, ...groups].map((group) => [group.id, group])),
};

function callerOf(write: readonly number[], read: readonly number[] = []): EstateCaller {
  const mayGroup = (access: Access, id: number) => {
    const granted = access === "write" ? write : [...write, ...read];
    return granted.includes(id) || granted.includes(1);
  };
  return { kind: "user", name: "user:1", userId: 1, may: () => true, mayGroup };
}

function entity(id: string, deviceId: number | null = null): PutEntity {
  return { kind: "asset", id, deviceId, name: id, displayName: id, comment: "", connections: [], applications: [] };
}

async function check(caller: EstateCaller, entities: readonly PutEntity[], held: readonly EntityKey[] = [], count = 0) {
  const store = {
    findExisting: async (keys: readonly EntityKey[]) => {
      const known = new Set(held.map(keyText));
      return new Set(keys.map(keyText).filter((key) => known.has(key)));
    },
    count: async () => count,
  };
  const readings = entities.map((one) => ({ ok: true, entity: one, intervals: 0 }) as const);
  const checked = await checkEntities(store, estate, caller, readings);
  return checked.map((one) => (one.ok ? "taken" : one.failure.kind));
}

test("a device is written by those who may write a group that holds it, and no device by those who may write all", async () => {
  const all = [entity("a", 1), entity("a", 2), entity("a", 3), entity("a", 4), entity("a")];
  expect(await check(callerOf([1]), all)).toEqual(["taken", "taken", "taken", "invalid-input", "taken"]);
  expect(await check(callerOf([11], [12]), all)).toEqual([
    ...["taken", "forbidden", "invalid-input", "invalid-input", "forbidden"],
  ]);
  expect(await check(callerOf([], [1]), all)).toEqual([
    ...["forbidden", "forbidden", "forbidden", "invalid-input", "forbidden"],
  ]);
});

test("a key that a list has twice is taken once, and the same id of other devices by itself", async () => {
  const caller = callerOf([11]);
  expect(await check(caller, [entity("a", 1), entity("a", 2), entity("a", 1), entity("b", 1)])).toEqual([
    ...["taken", "invalid-input", "invalid-input", "taken"],
  ]);
});

test("the bound of a device counts new entities alone", async () => {
  const caller = callerOf([1]);
  const list = [entity("a", 1), entity("b", 1), entity("c", 1)];
  expect(await check(caller, list, [], MOST_ENTITIES - 2)).toEqual(["taken", "taken", "conflict"]);
  expect(await check(caller, list, [entity("b", 1), entity("c", 1)], MOST_ENTITIES)).toEqual([
    ...["conflict", "taken", "taken"],
  ]);
});
