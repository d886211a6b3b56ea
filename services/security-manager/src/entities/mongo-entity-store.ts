import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { DUPLICATE_KEY, throughCollisions, writeErrorCodes } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import type { EntityChange, EntityStore } from "./entity-store.ts";
import { keyText, type PutEntity } from "./put-entity.ts";

type EntityDocument = Omit<PutEntity, "id"> & {
  /** The key of the entity, as `keyText` writes it. */
  _id: string;
  entityId: string;
  deviceName: string | null;
  version: number;
  /**
   * The time from which the latest change of the entity may be written to the index. This is the time of the change or,
   * if the index refused the change, the time of the next attempt. Null if the index has the latest change.
   */
  openFrom: Date | null;
  deletedAt: Date | null;
};

export const ENTITY_INDEXES: CollectionIndexes = {
  collection: "entities",
  indexes: [
    { key: { kind: 1, entityId: 1 } },
    { key: { kind: 1, deviceId: 1 } },
    { key: { deviceId: 1, deviceName: 1 } },
    { key: { openFrom: 1 } },
    { key: { deletedAt: 1 } },
  ],
};

export function createMongoEntityStore(database: Db): EntityStore {
  const entities = database.collection<EntityDocument>(ENTITY_INDEXES.collection);

  /** Updates the entities that match a filter and have a version lower than `version`. Skips deleted entities. */
  const changeMany = (filter: object, version: number, fields: Partial<EntityDocument>) =>
    throughCollisions(() =>
      entities.updateMany({ ...filter, deletedAt: null, version: { $lt: version } }, { $set: { ...fields, version } }),
    );

  return {
    async listDevicesOf(kind, id) {
      const filter = { kind, entityId: id, deletedAt: null };
      const found = await entities.find(filter, { projection: { deviceId: 1 } }).toArray();
      return found.map(({ deviceId }) => deviceId);
    },

    async find(key) {
      const found = await entities.findOne({ _id: keyText(key), deletedAt: null });
      return found ? changeOf(found).entity : undefined;
    },

    async findExisting(keys) {
      const filter = { _id: { $in: keys.map(keyText) }, deletedAt: null };
      const found = await entities.find(filter, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },

    count: (kind, deviceId, most) => entities.countDocuments({ kind, deviceId, deletedAt: null }, { limit: most }),

    async save(changes, now) {
      if (changes.length === 0) return;
      const documents = changes.map((change) => documentOf(change, now)).sort((a, b) => (a._id < b._id ? -1 : 1));
      const write = (upsert: boolean) =>
        entities.bulkWrite(
          documents.map(({ _id, ...document }) => {
            const filter = { _id, version: { $lt: document.version } };
            return { updateOne: { filter, update: { $set: document }, upsert } };
          }),
          { ordered: false },
        );
      try {
        await throughCollisions(() => write(true), DUPLICATE_KEY);
      } catch (error) {
        const codes = writeErrorCodes(error);
        if (codes.length === 0 || codes.some((code) => code !== DUPLICATE_KEY)) throw error;
        // A duplicate key error means that an entity could not be inserted, because it exists. Either the stored
        // version is the same or higher, or another call inserted the entity during the first write. The second write
        // inserts nothing. It only updates entities whose stored version is lower.
        await throughCollisions(() => write(false));
      }
    },

    async listOpen(time, limit) {
      const filter = { openFrom: { $lt: time } };
      return (await entities.find(filter, { sort: { openFrom: 1 }, limit }).toArray()).map(changeOf);
    },

    async close(changes, openFrom) {
      for (const [version, ids] of byVersion(changes)) {
        const update = { $set: { openFrom: openFrom ?? null } };
        await throughCollisions(() => entities.updateMany({ _id: { $in: ids }, version }, update));
      }
    },

    async list(kind, after, limit) {
      const range = { $gt: after ? keyText(after) : `${kind}/`, $lt: `${kind}0` };
      const found = await entities.find({ _id: range, deletedAt: null }, { sort: { _id: 1 }, limit }).toArray();
      return found.map(changeOf);
    },

    async listDevices(among) {
      const filter = { deletedAt: null, ...(among && { deviceId: { $in: [...among] } }) };
      const found: readonly unknown[] = await entities.distinct("deviceId", filter);
      return found.filter((id) => typeof id === "number");
    },

    async rename(deviceId, deviceName, version, now) {
      await changeMany({ deviceId, deviceName: { $ne: deviceName } }, version, { deviceName, openFrom: now });
    },

    async removeOf(deviceId, version, now) {
      await changeMany({ deviceId }, version, { deletedAt: now, openFrom: now });
    },

    async purge(time) {
      await throughCollisions(() => entities.deleteMany({ deletedAt: { $lt: time }, openFrom: null }));
    },
  };
}

function documentOf({ entity, deviceName, version, isDeleted }: EntityChange, now: Date): EntityDocument {
  const { id, ...rest } = entity;
  const times = { openFrom: now, deletedAt: isDeleted ? now : null };
  return { _id: keyText(entity), entityId: id, ...rest, deviceName, version, ...times };
}

function changeOf({
  _id,
  entityId: id,
  deviceName,
  version,
  openFrom: _,
  deletedAt,
  ...rest
}: EntityDocument): EntityChange {
  return { entity: { id, ...rest }, deviceName, version, isDeleted: deletedAt !== null };
}

function byVersion(changes: readonly EntityChange[]): ReadonlyMap<number, string[]> {
  const ids = new Map<number, string[]>();
  for (const { entity, version } of changes) ids.set(version, [...(ids.get(version) ?? []), keyText(entity)]);
  return ids;
}
