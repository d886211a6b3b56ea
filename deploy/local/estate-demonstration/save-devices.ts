import type { DemonstrationDevice, DemonstrationGroup } from "./estate-demonstration.ts";
import type { ManagerClient } from "./manager-client.ts";

interface WithId {
  id: number;
}

/** Creates the device groups that are missing, and updates the existing ones. Returns the ids of all groups by name. */
export async function saveDeviceGroups(
  manager: ManagerClient,
  groups: readonly DemonstrationGroup[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, description, parent } of groups) {
    const body = { name, description, parentId: parent === undefined ? null : idOf(ids, parent) };
    const known = await manager.find<WithId>(`/domain/1/devicegroup/name/${encodeURIComponent(name)}`);
    const saved = known
      ? await manager.send<WithId>("PUT", `/domain/1/devicegroup/${known.id}`, body)
      : await manager.send<WithId>("POST", "/domain/1/devicegroup", body);
    ids.set(name, saved.id);
  }
  return ids;
}

/** Creates the devices that are missing, and updates the existing ones. Returns the ids of all devices by name. */
export async function saveDevices(
  manager: ManagerClient,
  devices: readonly DemonstrationDevice[],
  groups: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, description, managementIp, groups: held, station, ...device } of devices) {
    const deviceGroupIds = held.map((group) => idOf(groups, group));
    const managementStationId = station === undefined ? null : idOf(ids, station);
    const { kind, type, vendor, product } = device;
    const made = kind ? MADE_BY[kind] : { type, vendor, product };
    const body = { name, description, managementIp, managementStationId, ...made };
    const known = await manager.find<WithId>(`/domain/1/device/name/${encodeURIComponent(name)}`);
    if (!known) {
      const created = await manager.send<WithId>("POST", "/domain/1/device", { ...body, deviceGroupIds });
      ids.set(name, created.id);
      continue;
    }
    await manager.send("PUT", `/domain/1/device/${known.id}`, body);
    for (const group of deviceGroupIds) await manager.send("POST", `/domain/1/devicegroup/${group}/device/${known.id}`);
    ids.set(name, known.id);
  }
  return ids;
}

const MADE_BY = {
  asa: { type: "FIREWALL", vendor: "Cisco", product: "ASA" },
  iptables: { type: "FIREWALL", vendor: "Netfilter", product: "iptables" },
};

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demonstration estate has nothing of the name "${name}" before it is used`);
  return id;
}
