import type { CurrentRevision, Device, DeviceGroup } from "./device.ts";

/**
 * Port to devices and device groups. Calls throw while the database is unavailable. Names are unique, ignoring case.
 */
export interface DeviceStore {
  /** Returns all devices in order of their ids. */
  listDevices(): Promise<readonly Device[]>;
  listGroups(): Promise<readonly DeviceGroup[]>;
  findDevice(id: number): Promise<Device | undefined>;
  /** Returns "taken" if another device has the name. */
  insertDevice(device: Device): Promise<"inserted" | "taken">;
  /** Everything but groups and the current revision. Also notes that its rows lack the name. */
  updateDevice(
    id: number,
    fields: Omit<Device, "id" | "deviceGroupIds" | "currentRevision">,
  ): Promise<"updated" | "taken" | "unknown">;
  /** Also notes that what is kept of the device is to be removed. */
  removeDevice(id: number, at: Date): Promise<boolean>;
  /** The devices that were removed, until `forgetRemoved`. */
  listRemoved(): Promise<readonly { readonly id: number; readonly at: Date }[]>;
  forgetRemoved(id: number): Promise<void>;
  insertGroup(group: DeviceGroup): Promise<"inserted" | "taken">;
  updateGroup(group: DeviceGroup): Promise<"updated" | "taken" | "unknown">;
  /** Removes a group, and takes it out of its devices. */
  removeGroup(id: number): Promise<boolean>;
  /** Returns false if there is no such device. */
  addToGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  removeFromGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  /** Makes a revision current if `replaced` still is. Returns false if another revision is current by now. */
  setCurrentRevision(deviceId: number, revision: CurrentRevision, replaced: number | null): Promise<boolean>;
  /** Devices whose name is not in all of their rows yet, with a token of that name. */
  listRenamed(): Promise<readonly { readonly id: number; readonly name: string; readonly token: string }[]>;
  /** Adds a device to the devices with outdated names. */
  noteRename(id: number): Promise<void>;
  /** Takes it out again unless it has got another token. */
  clearRename(id: number, token: string): Promise<void>;
  /** Differs after every change of the above from what it was before. */
  readSequence(): Promise<number>;
}
