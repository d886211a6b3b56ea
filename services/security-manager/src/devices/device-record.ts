import { DOMAIN } from "../access/estate-caller.ts";
import type { Device, DeviceGroup } from "./device.ts";

/** The devices and groups that the caller sees. */
export interface Seen {
  /** The devices by their ids. */
  readonly devices: ReadonlyMap<number, Device>;
  readonly groups: ReadonlyMap<number, DeviceGroup>;
}

/**
 * Returns the record of a device for search results. `managementStationId` is null if the caller may not see the
 * management station.
 */
export function searchedDeviceRecord(device: Device, { devices }: Seen) {
  const { id, name, description, managementIp, type, vendor, product, active, currentRevision, lastUpdated } = device;
  const station = device.managementStationId;
  return {
    ...{ id, domainId: DOMAIN, revid: currentRevision?.id ?? null, name, description, managementIp },
    ...{ deviceType: type, vendor, product, active, managedType: "MANAGED" },
    managementStationId: station !== null && devices.has(station) ? station : null,
    lastUpdated: lastUpdated.toISOString(),
    lastRevision: currentRevision?.configuredAt.toISOString() ?? null,
    ...(currentRevision?.counts ?? NO_COUNTS),
  };
}

/**
 * Returns a device in the form in which the REST routes for devices return it. This form has more fields than a device
 * in search results.
 */
export function deviceRecord(device: Device, seen: Seen) {
  const { deviceType, vendor, product, ...record } = searchedDeviceRecord(device, seen);
  const children = [...seen.devices.values()].filter((other) => other.managementStationId === device.id);
  const artifactId = `${vendor}_${product}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  return {
    ...record,
    ...{ deviceType, vendor, product, state: device.active ? "ACTIVE" : "INACTIVE" },
    parents: record.managementStationId === null ? [] : [record.managementStationId],
    children: children.map(({ id }) => id),
    deviceGroupIds: device.deviceGroupIds.filter((id) => seen.groups.has(id)),
    devicePack: {
      ...{ id: 1, groupId: "network-access", artifactId, artifacts: [], deviceName: product, deviceType, vendor },
    },
  };
}

/**
 * Returns the record of a device group. The device count, the parent and the child groups include only devices and
 * groups that the caller sees.
 */
export function deviceGroupRecord({ id, name, description, parentId }: DeviceGroup, { devices, groups }: Seen) {
  const held = [...devices.values()].filter((device) => id === 1 || device.deviceGroupIds.includes(id));
  return {
    ...{ id, domainId: DOMAIN, name, description, system: id === 1 },
    parentId: parentId !== null && groups.has(parentId) ? parentId : null,
    deviceCount: held.length,
    childDeviceGroups: [...groups.values()].filter((group) => group.parentId === id).map((group) => group.id),
  };
}

const NO_COUNTS = {
  ...{ totalSecRules: 0, natRuleCount: 0, ntwkObjCount: 0, svcObjCount: 0, scheduleObjCount: 0 },
  ...{ routeCount: 0, zoneCount: 0, interfaceCount: 0, policyCount: 0 },
};
