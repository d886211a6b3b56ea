import { randomUUID } from "node:crypto";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Collection, Db } from "mongodb";
import { type Device, type DeviceGroup, MOST_DEVICES, MOST_GROUPS } from "./device.ts";
import type { DeviceStore } from "./device-store.ts";

/**
 * `nameKey` is the name in lower case. A rename sets `renamed` to a new random token. The token is removed when all
 * rows of the device in the search index have the new name.
 */
type DeviceDocument = Omit<Device, "id"> & { _id: number; nameKey: string; renamed?: string };
type GroupDocument = Omit<DeviceGroup, "id"> & { _id: number; nameKey: string };

export const DEVICE_INDEXES: readonly CollectionIndexes[] = [
  {
    collection: "devices",
    indexes: [
      { key: { nameKey: 1 }, unique: true },
      { key: { deviceGroupIds: 1 } },
      { key: { renamed: 1 }, partialFilterExpression: { renamed: { $exists: true } } },
    ],
  },
  {
    collection: "device-groups",
    indexes: [{ key: { nameKey: 1 }, unique: true }],
  },
];

export function createMongoDeviceStore(database: Db): DeviceStore {
  const devices = database.collection<DeviceDocument>("devices");
  const groups = database.collection<GroupDocument>("device-groups");
  const removed = database.collection<{ _id: number; at: Date }>("removed-devices");
  const sequences = database.collection<{ _id: string; value: number }>("sequences");

  const raise = () =>
    throughCollisions(() => sequences.updateOne({ _id: "estate" }, { $inc: { value: 1 } }, { upsert: true }));

  /**
   * Calls `change`, and increases the sequence number of the estate before and after the call. A process that read the
   * devices during the call later finds a different number, and reads the devices again.
   */
  async function changing<Result>(change: () => Promise<Result>): Promise<Result> {
    await raise();
    try {
      return await change();
    } finally {
      await raise();
    }
  }

  return {
    async listDevices() {
      const found = await devices.find({}, { sort: { _id: 1 }, limit: MOST_DEVICES }).toArray();
      return found.map(deviceOf);
    },
    async listGroups() {
      const found = await groups.find({}, { sort: { _id: 1 }, limit: MOST_GROUPS }).toArray();
      return found.map(groupOf);
    },
    async findDevice(id) {
      const found = await devices.findOne({ _id: id });
      return found ? deviceOf(found) : undefined;
    },
    insertDevice: ({ id, ...device }) =>
      changing(() =>
        insertNamed(devices, {
          _id: id,
          ...device,
          deviceGroupIds: [...device.deviceGroupIds],
          nameKey: keyOf(device.name),
        }),
      ),
    updateDevice: (id, fields) =>
      changing(() => updateNamed(devices, id, { ...fields, nameKey: keyOf(fields.name), renamed: randomUUID() })),
    removeDevice: (id, at) =>
      changing(async () => {
        // Records the removal before the device is deleted. In the opposite order, the process could stop between the
        // two steps. The device's other data would then never be deleted.
        await throughCollisions(() => removed.updateOne({ _id: id }, { $set: { at } }, { upsert: true }));
        return (await devices.deleteMany({ _id: id })).deletedCount === 1;
      }),
    async listRemoved() {
      const found = await removed.find({}, { sort: { _id: 1 } }).toArray();
      return found.map(({ _id: id, at }) => ({ id, at }));
    },
    async forgetRemoved(id) {
      await removed.deleteMany({ _id: id });
    },
    insertGroup: ({ id, ...group }) =>
      changing(() => insertNamed(groups, { _id: id, ...group, nameKey: keyOf(group.name) })),
    updateGroup: ({ id, ...group }) =>
      changing(() => updateNamed(groups, id, { ...group, nameKey: keyOf(group.name) })),
    removeGroup: (id) =>
      changing(async () => {
        const removed = (await groups.deleteMany({ _id: id })).deletedCount === 1;
        await throughCollisions(() =>
          devices.updateMany({ deviceGroupIds: id }, { $pull: { deviceGroupIds: id } } as object),
        );
        return removed;
      }),
    addToGroup: (id, groupId, at) =>
      changing(async () => {
        const update = { $addToSet: { deviceGroupIds: groupId }, $max: { lastUpdated: at } } as object;
        return (await throughCollisions(() => devices.updateOne({ _id: id }, update))).matchedCount === 1;
      }),
    removeFromGroup: (id, groupId, at) =>
      changing(async () => {
        const update = { $pull: { deviceGroupIds: groupId }, $max: { lastUpdated: at } } as object;
        return (await throughCollisions(() => devices.updateOne({ _id: id }, update))).matchedCount === 1;
      }),
    setCurrentRevision: (id, revision, replaced) =>
      changing(async () => {
        const isCurrent = replaced === null ? { currentRevision: null } : { "currentRevision.id": replaced };
        const update = { $set: { currentRevision: revision } };
        return (await throughCollisions(() => devices.updateOne({ _id: id, ...isCurrent }, update))).matchedCount === 1;
      }),
    async listRenamed() {
      const found = await devices.find({ renamed: { $exists: true } }, { sort: { _id: 1 } }).toArray();
      return found.map(({ _id: id, name, renamed: token = "" }) => ({ id, name, token }));
    },
    async noteRename(id) {
      await throughCollisions(() => devices.updateOne({ _id: id }, { $set: { renamed: randomUUID() } }));
    },
    async clearRename(id, token) {
      await throughCollisions(() => devices.updateOne({ _id: id, renamed: token }, { $unset: { renamed: "" } }));
    },
    async readSequence() {
      return (await sequences.findOne({ _id: "estate" }))?.value ?? 0;
    },
  };
}

async function insertNamed<Document extends { _id: number }>(
  collection: Collection<Document>,
  document: Document,
): Promise<"inserted" | "taken"> {
  try {
    await collection.insertOne(document as Parameters<typeof collection.insertOne>[0]);
    return "inserted";
  } catch (error) {
    if (isDuplicateKey(error)) return "taken";
    throw error;
  }
}

async function updateNamed<Document extends { _id: number }>(
  collection: Collection<Document>,
  id: number,
  fields: object,
): Promise<"updated" | "taken" | "unknown"> {
  try {
    const filter = { _id: id } as Parameters<typeof collection.updateOne>[0];
    const { matchedCount } = await throughCollisions(() => collection.updateOne(filter, { $set: fields } as object));
    return matchedCount === 1 ? "updated" : "unknown";
  } catch (error) {
    if (isDuplicateKey(error)) return "taken";
    throw error;
  }
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function deviceOf({ _id: id, nameKey: _, renamed: __, ...device }: DeviceDocument): Device {
  return { id, ...device };
}

function groupOf({ _id: id, nameKey: _, ...group }: GroupDocument): DeviceGroup {
  return { id, ...group };
}
