import { coalesce } from "@network-access/service-runtime/coalesce";
import { type Access, ALL_DEVICES, type EstateCaller } from "../access/estate-caller.ts";
import { ALL_DEVICES_GROUP, type Device, type DeviceGroup } from "./device.ts";
import type { DeviceStore } from "./device-store.ts";

/** All devices and device groups by id, in ascending order of the ids. The groups include All Devices. */
export interface Estate {
  readonly devices: ReadonlyMap<number, Device>;
  readonly groups: ReadonlyMap<number, DeviceGroup>;
}

/** The maximum age of the cached estate. An older copy is read again, even if the sequence number is the same. */
const OLDEST_MS = 5_000;

/**
 * Returns a function that reads the estate. The function returns a cached copy if the sequence number in the database
 * is unchanged and the copy is younger than `OLDEST_MS`.
 */
export function createEstateReader(
  store: Pick<DeviceStore, "listDevices" | "listGroups" | "readSequence">,
  elapsedMs: () => number,
): () => Promise<Estate> {
  let kept: { readonly estate: Estate; readonly sequence: number; readonly readAt: number } | undefined;

  return coalesce(async () => {
    const sequence = await store.readSequence();
    const readAt = elapsedMs();
    if (kept?.sequence === sequence && readAt - kept.readAt < OLDEST_MS) return kept.estate;
    const [devices, groups] = await Promise.all([store.listDevices(), store.listGroups()]);
    const estate = {
      devices: new Map(devices.map((device) => [device.id, device])),
      groups: new Map([ALL_DEVICES_GROUP, ...groups].map((group) => [group.id, group])),
    };
    kept = { estate, sequence, readAt };
    return estate;
  });
}

/** Returns the groups to which a caller has the right `access`. */
export function groupsOf({ groups }: Estate, caller: EstateCaller, access: Access = "read"): readonly DeviceGroup[] {
  return [...groups.values()].filter(({ id }) => caller.mayGroup(access, id));
}

/**
 * Reports whether the caller has the given access (read or write) to a device. Access to the group All Devices or to a
 * group that directly contains the device is sufficient.
 */
export function mayDevice({ groups }: Estate, caller: EstateCaller, access: Access, device: Device): boolean {
  const holding = [ALL_DEVICES, ...device.deviceGroupIds.filter((id) => groups.has(id))];
  return holding.some((id) => caller.mayGroup(access, id));
}

/** Returns the devices that a caller sees. */
export function devicesOf(estate: Estate, caller: EstateCaller): readonly Device[] {
  return [...estate.devices.values()].filter((device) => mayDevice(estate, caller, "read", device));
}
