import { gunzipSync, gzipSync } from "node:zlib";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import { Binary, type Collection, type Db } from "mongodb";
import type { Change, Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";
import type { RevisionStore } from "./revision-store.ts";

type RevisionDocument = Omit<Revision, "id" | "baseRevision"> & {
  _id: number;
  /** 0 for the first revision: unique together with the device. */
  base: number;
  claimedUntil: Date;
};

interface PackedDocument {
  _id: number;
  /** gzip of JSON. */
  packed: Binary;
}

export async function prepareRevisionIndexes(database: Db): Promise<void> {
  const revisions = database.collection("revisions");
  await revisions.createIndex({ deviceId: 1, base: 1 }, { unique: true });
  await revisions.createIndex({ deviceId: 1, _id: -1 });
  await revisions.createIndex({ state: 1, claimedUntil: 1, _id: 1 });
  await revisions.createIndex({ deviceId: 1, parts: 1 });
  await database.collection("parts").createIndex({ sentAt: 1 });
}

export function createMongoRevisionStore(database: Db): RevisionStore {
  const revisions = database.collection<RevisionDocument>("revisions");
  const digests = database.collection<PackedDocument>("revision-digests");
  const changeLists = database.collection<PackedDocument>("revision-changes");

  return {
    async insert({ id, baseRevision, ...revision }) {
      try {
        await revisions.insertOne({ _id: id, base: baseRevision ?? 0, ...revision, claimedUntil: new Date(0) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async find(id) {
      const found = await revisions.findOne({ _id: id });
      return found ? revisionOf(found) : undefined;
    },

    async newest(deviceId) {
      const found = await revisions.findOne({ deviceId }, { sort: { _id: -1 } });
      return found ? revisionOf(found) : undefined;
    },

    async list(deviceId, skip, limit) {
      const [total, found] = await Promise.all([
        revisions.countDocuments({ deviceId }),
        revisions.find({ deviceId }, { sort: { _id: -1 }, skip, limit }).toArray(),
      ]);
      return { total, found: found.map(revisionOf) };
    },

    async claim(now, ms) {
      const found = await revisions.findOneAndUpdate(
        { state: "pending", claimedUntil: { $lt: now } },
        { $set: { claimedUntil: new Date(now.getTime() + ms) } },
        { sort: { _id: 1 }, returnDocument: "after" },
      );
      return found ? revisionOf(found) : undefined;
    },

    async finish(id, state) {
      await revisions.updateOne({ _id: id }, { $set: { state } });
    },

    readDigest: (id) => readPacked<RevisionDigest>(digests, id),

    async storeDigest(id, digest, changes, counts) {
      await changeLists.updateOne({ _id: id }, { $set: { packed: pack(changes ?? []) } }, { upsert: true });
      if (counts) await revisions.updateOne({ _id: id }, { $set: { changes: counts } });
      await digests.updateOne({ _id: id }, { $set: { packed: pack(digest) } }, { upsert: true });
    },

    readChanges: (id) => readPacked<readonly Change[]>(changeLists, id),

    async usesPart(deviceId, sha256) {
      return (await revisions.findOne({ deviceId, parts: sha256 }, { projection: { _id: 1 } })) !== null;
    },

    async listPendingOf(deviceId) {
      const found = await revisions.find({ state: "pending", deviceId }, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },

    async listPending(ids) {
      const filter = { _id: { $in: [...ids] }, state: "pending" as const };
      const found = await revisions.find(filter, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },

    async listCreatedBefore(time, limit) {
      const old = await revisions.find({ createdAt: { $lt: time } }, { sort: { _id: 1 }, limit }).toArray();
      return old.map(revisionOf);
    },

    async remove(id) {
      await changeLists.deleteMany({ _id: id });
      await digests.deleteMany({ _id: id });
      await revisions.deleteMany({ _id: id });
    },
  };
}

function revisionOf({ _id: id, base, claimedUntil: _, ...revision }: RevisionDocument): Revision {
  return { id, baseRevision: base === 0 ? null : base, ...revision };
}

function pack(value: unknown): Binary {
  return new Binary(gzipSync(JSON.stringify(value)));
}

async function readPacked<Value>(collection: Collection<PackedDocument>, id: number): Promise<Value | undefined> {
  const found = await collection.findOne({ _id: id });
  return found ? (JSON.parse(gunzipSync(found.packed.buffer).toString()) as Value) : undefined;
}
