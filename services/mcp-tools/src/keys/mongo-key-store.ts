import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db, Filter } from "mongodb";
import type { KeyPosition, KeyStore } from "./key-store.ts";
import type { ToolKey } from "./tool-key.ts";

type KeyDocument = Omit<ToolKey, "id"> & { _id: string; secretHash: string };

export const KEY_INDEXES: CollectionIndexes = {
  collection: "tool-keys",
  indexes: [{ key: { secretHash: 1 }, unique: true }, { key: { createdAt: -1, _id: -1 } }],
};

export function createMongoKeyStore(database: Db): KeyStore {
  const keys = database.collection<KeyDocument>(KEY_INDEXES.collection);
  return {
    async insert({ id, ...key }, secretHash) {
      await keys.insertOne({ _id: id, ...key, secretHash });
    },
    async find(id) {
      const found = await keys.findOne({ _id: id });
      return found ? keyOf(found) : undefined;
    },
    async findByHashes(secretHashes) {
      const found = await keys.find({ secretHash: { $in: [...secretHashes] } }).toArray();
      return new Map(found.map((document) => [document.secretHash, keyOf(document)]));
    },
    async list({ after, limit }) {
      const sort = { createdAt: -1, _id: -1 } as const;
      const found = await keys.find(after ? behind(after) : {}, { sort, limit }).toArray();
      return found.map(keyOf);
    },
    async revoke(id, { at, by }) {
      const update = { $set: { revokedAt: at, revokedBy: by } };
      await throughCollisions(() => keys.updateOne({ _id: id, revokedAt: null }, update));
    },
    async noteUse(id, hour) {
      await throughCollisions(() => keys.updateOne({ _id: id }, { $max: { lastUsedAt: hour } }));
    },
  };
}

function behind({ createdAt, id }: KeyPosition): Filter<KeyDocument> {
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

function keyOf({ _id: id, secretHash: _, ...key }: KeyDocument): ToolKey {
  const { label, kind, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy } = key;
  return { id, label, kind, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy };
}
