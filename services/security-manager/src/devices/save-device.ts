import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import { ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { type Device, type DeviceInput, MOST_DEVICES } from "./device.ts";
import type { DeviceStore } from "./device-store.ts";
import { type Estate, groupsOf, mayDevice } from "./estate.ts";

/** The failure for a device or group that does not exist, and for a device or group that the caller may not see. */
export const NOT_FOUND: Failure = { kind: "not-found", message: "there is nothing here that you may see" };

export interface SavingNeeds {
  readonly store: DeviceStore;
  readonly readEstate: () => Promise<Estate>;
  readonly nextId: (counted: "device" | "device-group") => Promise<number>;
  readonly now: () => Date;
}

export type Saved<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Creates a device in some groups. */
export async function createDevice(
  { store, readEstate, nextId, now }: SavingNeeds,
  caller: EstateCaller,
  input: DeviceInput,
  deviceGroupIds: readonly number[],
): Promise<Saved<Device>> {
  const estate = await readEstate();
  const refusal = mayChangeDevices(caller) ?? stationProblem(estate, caller, input);
  if (refusal) return { ok: false, failure: refusal };
  if (estate.devices.size >= MOST_DEVICES) return conflict(`there are ${MOST_DEVICES} devices already; no more work`);
  const known = new Set(groupsOf(estate, caller).map(({ id }) => id));
  const unknown = deviceGroupIds.find((id) => !known.has(id));
  if (unknown !== undefined)
    return {
      ok: false,
      failure: invalidInput("deviceGroupIds", `there is no device group ${unknown} that you may see`),
    };
  const device: Device = {
    ...input,
    id: await nextId("device"),
    deviceGroupIds: [...new Set(deviceGroupIds)].filter((id) => id !== ALL_DEVICES),
    currentRevision: null,
    lastUpdated: now(),
  };
  return (await store.insertDevice(device)) === "taken" ? nameTaken(input.name) : { ok: true, value: device };
}

export async function updateDevice(
  { store, readEstate, now }: SavingNeeds,
  caller: EstateCaller,
  id: number,
  input: DeviceInput,
): Promise<Saved<Device>> {
  const estate = await readEstate();
  const device = estate.devices.get(id);
  if (!device || !mayDevice(estate, caller, "read", device)) return { ok: false, failure: NOT_FOUND };
  const refusal = mayChangeDevices(caller) ?? stationProblem(estate, caller, input, id);
  if (refusal) return { ok: false, failure: refusal };
  const updated = await store.updateDevice(id, { ...input, lastUpdated: now() });
  if (updated === "taken") return nameTaken(input.name);
  return updated === "unknown"
    ? { ok: false, failure: NOT_FOUND }
    : { ok: true, value: { ...device, ...input, lastUpdated: now() } };
}

export async function removeDevice(
  { store, readEstate, now }: SavingNeeds,
  caller: EstateCaller,
  id: number,
): Promise<Saved<null>> {
  const estate = await readEstate();
  const device = estate.devices.get(id);
  if (!device || !mayDevice(estate, caller, "read", device)) return { ok: false, failure: NOT_FOUND };
  const refusal = mayChangeDevices(caller);
  if (refusal) return { ok: false, failure: refusal };
  const children = [...estate.devices.values()].filter((other) => other.managementStationId === id);
  if (children.length > 0) return conflict(`${children.length} devices have it as their management station`);
  await store.removeDevice(id, now());
  return { ok: true, value: null };
}

/**
 * Returns a failure if the caller may not change devices and device groups, otherwise undefined. The caller needs the
 * permission to write `devices` and the right to write the group All Devices.
 */
export function mayChangeDevices(caller: EstateCaller): Failure | undefined {
  if (!caller.may("write", "devices")) return { kind: "forbidden", permission: "devices (write)" };
  if (!caller.mayGroup("write", ALL_DEVICES)) return { kind: "forbidden", permission: "All Devices (write)" };
  return undefined;
}

export function conflict(message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: "conflict", message } };
}

export function nameTaken(name: string) {
  return conflict(`the name "${name}" is taken; names are compared without case`);
}

function stationProblem(
  estate: Estate,
  caller: EstateCaller,
  { managementStationId }: DeviceInput,
  own?: number,
): Failure | undefined {
  if (managementStationId === null) return undefined;
  const station = estate.devices.get(managementStationId);
  const isSeen = station && mayDevice(estate, caller, "read", station);
  if (isSeen && station.type === "DEVICE_MGR" && station.id !== own) return undefined;
  return invalidInput("managementStationId", `no other device ${managementStationId} of the type DEVICE_MGR is there`);
}
