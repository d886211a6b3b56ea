import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { type DeviceGroup, MOST_GROUPS } from "./device.ts";
import { type Estate, groupsOf, mayDevice } from "./estate.ts";
import { conflict, mayChangeDevices, NOT_FOUND, nameTaken, type Saved, type SavingNeeds } from "./save-device.ts";

type GroupInput = Omit<DeviceGroup, "id">;

export async function createDeviceGroup(
  { store, readEstate, nextId }: SavingNeeds,
  caller: EstateCaller,
  input: GroupInput,
): Promise<Saved<DeviceGroup>> {
  const estate = await readEstate();
  const refusal = mayChangeDevices(caller) ?? parentProblem(estate, caller, input.parentId);
  if (refusal) return { ok: false, failure: refusal };
  if (estate.groups.size >= MOST_GROUPS)
    return conflict(`there are ${MOST_GROUPS} device groups already; no more work`);
  if (isReserved(input.name)) return nameTaken(input.name);
  const group = { id: await nextId("device-group"), ...input };
  return (await store.insertGroup(group)) === "taken" ? nameTaken(input.name) : { ok: true, value: group };
}

export async function updateDeviceGroup(
  { store, readEstate }: SavingNeeds,
  caller: EstateCaller,
  id: number,
  input: GroupInput,
): Promise<Saved<DeviceGroup>> {
  const estate = await readEstate();
  if (!groupsOf(estate, caller).some((group) => group.id === id)) return { ok: false, failure: NOT_FOUND };
  const refusal = mayChangeDevices(caller) ?? alwaysThere(id) ?? parentProblem(estate, caller, input.parentId, id);
  if (refusal) return { ok: false, failure: refusal };
  if (isReserved(input.name)) return nameTaken(input.name);
  const updated = await store.updateGroup({ id, ...input });
  if (updated === "taken") return nameTaken(input.name);
  return updated === "unknown" ? { ok: false, failure: NOT_FOUND } : { ok: true, value: { id, ...input } };
}

export async function removeDeviceGroup(
  { store, readEstate }: SavingNeeds,
  caller: EstateCaller,
  id: number,
): Promise<Saved<null>> {
  const estate = await readEstate();
  if (!groupsOf(estate, caller).some((group) => group.id === id)) return { ok: false, failure: NOT_FOUND };
  const refusal = mayChangeDevices(caller) ?? alwaysThere(id);
  if (refusal) return { ok: false, failure: refusal };
  const children = [...estate.groups.values()].filter((group) => group.parentId === id);
  if (children.length > 0) return conflict(`it is the parent of ${children.length} device groups; move these first`);
  await store.removeGroup(id);
  return { ok: true, value: null };
}

/** Adds a device to a group, or removes it from the group. */
export async function changeMember(
  { store, readEstate, now }: SavingNeeds,
  caller: EstateCaller,
  { groupId, deviceId, isMember }: { readonly groupId: number; readonly deviceId: number; readonly isMember: boolean },
): Promise<Saved<null>> {
  const estate = await readEstate();
  const device = estate.devices.get(deviceId);
  const seesGroup = groupsOf(estate, caller).some((group) => group.id === groupId);
  if (!seesGroup || !device || !mayDevice(estate, caller, "read", device)) return { ok: false, failure: NOT_FOUND };
  const refusal = mayChangeDevices(caller) ?? alwaysThere(groupId);
  if (refusal) return { ok: false, failure: refusal };
  const change = isMember ? store.addToGroup : store.removeFromGroup;
  return (await change(deviceId, groupId, now())) ? { ok: true, value: null } : { ok: false, failure: NOT_FOUND };
}

function alwaysThere(id: number): Failure | undefined {
  if (id !== ALL_DEVICES) return undefined;
  return { kind: "conflict", message: "All Devices holds every device; it is never changed or deleted" };
}

function isReserved(name: string): boolean {
  return name.toLowerCase() === "all devices";
}

/**
 * Returns a failure if a group may not have the parent `parentId`, otherwise undefined. The caller must see the parent.
 * If the group already exists (`own`), the parent must be neither this group nor a group below it.
 */
function parentProblem(
  estate: Estate,
  caller: EstateCaller,
  parentId: number | null,
  own?: number,
): Failure | undefined {
  if (parentId === null) return undefined;
  if (!groupsOf(estate, caller).some((group) => group.id === parentId))
    return invalidInput("parentId", `there is no device group ${parentId} that you may see`);
  const seen = new Set<number>();
  for (let id: number | null = parentId; id !== null && !seen.has(id); id = estate.groups.get(id)?.parentId ?? null) {
    if (id === own) return invalidInput("parentId", `the device group ${parentId} is this group or below it`);
    seen.add(id);
  }
  return undefined;
}
