import type { CurrentRevision, Device, DeviceGroup } from "./device.ts";

/**
 * Stores devices and device groups. Device names are unique, ignoring case, and so are group names. All methods throw
 * while the database is unavailable.
 */
export interface DeviceStore {
  /** Returns all devices in order of their ids. */
  listDevices(): Promise<readonly Device[]>;
  listGroups(): Promise<readonly DeviceGroup[]>;
  findDevice(id: number): Promise<Device | undefined>;
  /** Returns "taken" if another device has the name. */
  insertDevice(device: Device): Promise<"inserted" | "taken">;
  /**
   * Sets all fields of a device except its groups and its current revision. Also marks the device as renamed, even if
   * its name stays the same, so that `listRenamed` returns the device.
   */
  updateDevice(
    id: number,
    fields: Omit<Device, "id" | "deviceGroupIds" | "currentRevision">,
  ): Promise<"updated" | "taken" | "unknown">;
  /**
   * Deletes a device. Records the device's id for `listRemoved`, so that its other data can be deleted later. Returns
   * false if there is no such device.
   */
  removeDevice(id: number, at: Date): Promise<boolean>;
  /** Returns the removed devices for which `forgetRemoved` has not been called. */
  listRemoved(): Promise<readonly { readonly id: number; readonly at: Date }[]>;
  forgetRemoved(id: number): Promise<void>;
  insertGroup(group: DeviceGroup): Promise<"inserted" | "taken">;
  updateGroup(group: DeviceGroup): Promise<"updated" | "taken" | "unknown">;
  /**
   * Deletes a group and removes its id from the devices that were in the group. Returns false if there is no such
   * group.
   */
  removeGroup(id: number): Promise<boolean>;
  /** Returns false if there is no such device. */
  addToGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  removeFromGroup(deviceId: number, groupId: number, at: Date): Promise<boolean>;
  /**
   * Makes `revision` the current revision of a device and returns true, if the id of the device's present current
   * revision is `replaced`. If `replaced` is null, the condition is that the device has no current revision. If the
   * condition is not met, changes nothing and returns false.
   */
  setCurrentRevision(deviceId: number, revision: CurrentRevision, replaced: number | null): Promise<boolean>;
  /**
   * Returns the devices that are marked as renamed, each with the token of its mark. The rows of these devices in the
   * index may still have an old name. Each rename of a device creates a new token.
   */
  listRenamed(): Promise<readonly { readonly id: number; readonly name: string; readonly token: string }[]>;
  /**
   * Records that rows of a device may lack its current name. `listRenamed` then returns the device with a new token.
   */
  noteRename(id: number): Promise<void>;
  /**
   * Removes the rename mark of a device if the mark has this token, so that `listRenamed` no longer returns the device.
   * After a later rename, the mark has another token and is not removed.
   */
  clearRename(id: number, token: string): Promise<void>;
  /** Returns the sequence number of the estate. Every change of a device or device group increases this number. */
  readSequence(): Promise<number>;
}
