import type { CurrentRevision, Device, DeviceGroup } from "./device.ts";

/**
 * Access to the stored devices and device groups. Calls throw while the database is unavailable. Names are unique,
 * ignoring case.
 */
export interface DeviceStore {
  /** Returns all devices in order of their ids. */
  listDevices(): Promise<readonly Device[]>;
  listGroups(): Promise<readonly DeviceGroup[]>;
  findDevice(id: number): Promise<Device | undefined>;
  /** Returns "taken" if another device has the name. */
  insertDevice(device: Device): Promise<"inserted" | "taken">;
  /**
   * Changes every field of a device except the groups and the current revision. Also records that the device's rows in
   * the index lack the new name.
   */
  updateDevice(
    id: number,
    fields: Omit<Device, "id" | "deviceGroupIds" | "currentRevision">,
  ): Promise<"updated" | "taken" | "unknown">;
  /** Removes a device, and records that its remaining data has to be removed. */
  removeDevice(id: number, at: Date): Promise<boolean>;
  /** Returns the removed devices for which `forgetRemoved` has not been called. */
  listRemoved(): Promise<readonly { readonly id: number; readonly at: Date }[]>;
  forgetRemoved(id: number): Promise<void>;
  insertGroup(group: DeviceGroup): Promise<"inserted" | "taken">;
  updateGroup(group: DeviceGroup): Promise<"updated" | "taken" | "unknown">;
  /** Removes a group, and removes it from the devices that were in it. */
  removeGroup(id: number): Promise<boolean>;
  /** Returns false if there is no such device. */
  addToGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  removeFromGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  /**
   * Makes `revision` current if the revision `replaced` is still current. Otherwise changes nothing and returns false.
   */
  setCurrentRevision(deviceId: number, revision: CurrentRevision, replaced: number | null): Promise<boolean>;
  /**
   * Returns the devices whose new name is not yet in all of their rows in the index. The token identifies the rename.
   */
  listRenamed(): Promise<readonly { readonly id: number; readonly name: string; readonly token: string }[]>;
  /** Adds a device to those that `listRenamed` returns, with a new token. */
  noteRename(id: number): Promise<void>;
  /** Removes a device from those that `listRenamed` returns, unless a later rename gave it another token. */
  clearRename(id: number, token: string): Promise<void>;
  /** Returns a number that every change of a device or group raises. */
  readSequence(): Promise<number>;
}
