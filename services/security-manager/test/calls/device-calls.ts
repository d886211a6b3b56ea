import type { PreparedEstate } from "../described-estate.ts";
import type { Calls } from "./call.ts";

/** Calls about devices and device groups. */
export function deviceCalls({ device, station, group, create, newName }: PreparedEstate): Record<string, Calls> {
  const newDevice = () => create("/domain/1/device", { name: newName() });
  const newGroup = () => create("/domain/1/devicegroup", { name: newName() });
  const all = { path: { id: 1 } };
  return {
    readVersion: { succeed: [{}] },
    readDomain: { succeed: [{}] },
    listDevices: { succeed: [{ query: { pageSize: "100" } }, { query: { name: "DESCRIBED" } }] },
    createDevice: {
      succeed: [
        { body: { name: newName() } },
        {
          body: {
            ...{ name: newName(), description: "d", type: "FIREWALL", vendor: "Cisco", product: "ASA", active: false },
            ...{ managementIp: "2001:db8::1", managementStationId: station, deviceGroupIds: [group] },
          },
        },
      ],
      refused: { 409: { body: { name: "Described" } } },
    },
    readDevice: { succeed: [{ path: { id: device } }, { path: { id: station } }] },
    readDeviceByName: { succeed: [{ path: { name: "Described" } }] },
    updateDevice: {
      succeed: [async () => ({ path: { id: await newDevice() }, body: { name: newName(), managementIp: null } })],
      refused: { 409: { path: { id: station }, body: { name: "described" } } },
    },
    deleteDevice: {
      succeed: [async () => ({ path: { id: await newDevice() } })],
      refused: { 409: { path: { id: station } } },
    },
    listDeviceGroups: { succeed: [{}] },
    createDeviceGroup: {
      succeed: [{ body: { name: newName(), description: "d", parentId: group } }],
      refused: { 409: { body: { name: "all devices" } } },
    },
    readDeviceGroup: { succeed: [{ path: { id: group } }, all] },
    readDeviceGroupByName: { succeed: [{ path: { name: "Described" } }] },
    updateDeviceGroup: {
      succeed: [async () => ({ path: { id: await newGroup() }, body: { name: newName() } })],
      refused: { 409: { ...all, body: { name: newName() } } },
    },
    deleteDeviceGroup: { succeed: [async () => ({ path: { id: await newGroup() } })], refused: { 409: all } },
    listDevicesOfGroup: { succeed: [{ path: { id: group } }, all] },
    addDeviceToGroup: {
      succeed: [async () => ({ path: { id: group, device: await newDevice() } })],
      refused: { 409: { path: { id: 1, device } } },
    },
    removeDeviceFromGroup: {
      succeed: [async () => ({ path: { id: group, device: await newDevice() } })],
      refused: { 409: { path: { id: 1, device } } },
    },
  };
}
