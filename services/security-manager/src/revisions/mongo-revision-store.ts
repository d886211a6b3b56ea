import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { insertNew } from "@network-access/service-runtime/insert-new";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { createMongoPackedValues } from "./mongo-packed-values.ts";
import type { Change, Revision } from "./revision.ts";
import type { RevisionDigest } from "./revision-digest.ts";
import type { RevisionStore } from "./revision-store.ts";

type RevisionDocument = Omit<Revision, "id" | "baseRevision"> & {
  _id: number;
  /**
   * The number of the previous revision, or 0 for the first revision. A device has no two revisions with the same
   * `base`.
   */
  base: number;
  /** The random id of a claim on the revision. Null without a claim. */
  claim: string | null;
  /** The time at which the claim ends. Without a claim, the time at which the next attempt is due. */
  claimedUntil: Date;
  /**
   * The position in the queue: the id of this revision or, if this revision overtook older revisions, the id of the
   * oldest of them.
   */
  place: number;
};

export const REVISION_INDEXES: readonly CollectionIndexes[] = [
  {
    collection: "revisions",
    indexes: [
      { key: { deviceId: 1, base: 1 }, unique: true },
      { key: { deviceId: 1, _id: -1 } },
      { key: { state: 1, claimedUntil: 1, _id: 1 } },
      { key: { deviceId: 1, parts: 1 } },
    ],
  },
  {
    collection: "revision-digests",
    indexes: [{ key: { deviceId: 1 } }],
  },
  {
    collection: "revision-changes",
    indexes: [{ key: { deviceId: 1 } }],
  },
  {
    collection: "parts",
    indexes: [{ key: { sentAt: 1 } }],
  },
];

const START = new Date(0);
const WITHOUT_PARTS = { projection: { parts: 0 } } as const;

export function createMongoRevisionStore(database: Db): RevisionStore {
  const revisions = database.collection<RevisionDocument>("revisions");
  const digests = createMongoPackedValues<RevisionDigest>(database.collection("revision-digests"));
  const replaced = database.collection<{ _id: number; since: Date }>("replaced-revisions");
  const changeLists = createMongoPackedValues<readonly Change[]>(database.collection("revision-changes"));

  return {
    async insert({ id, baseRevision, ...revision }) {
      try {
        const queued = { claim: null, claimedUntil: START, place: id };
        await revisions.insertOne({ _id: id, base: baseRevision ?? 0, ...revision, ...queued });
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

    async newestBefore(deviceId, id) {
      const found = await revisions.findOne({ deviceId, _id: { $lt: id } }, { sort: { _id: -1 } });
      return found ? revisionOf(found) : undefined;
    },

    async list(deviceId, skip, limit) {
      const [total, found] = await Promise.all([
        revisions.countDocuments({ deviceId }),
        revisions.find({ deviceId }, { ...WITHOUT_PARTS, sort: { _id: -1 }, skip, limit }).toArray(),
      ]);
      return { total, found: found.map(revisionOf) };
    },

    async claim(claim, at, until) {
      const before = await throughCollisions(() =>
        revisions.findOneAndUpdate(
          { state: "pending", claimedUntil: { $lte: at } },
          { $set: { claim, claimedUntil: until }, $inc: { attempts: 1 } },
          { sort: { place: 1, _id: 1 }, returnDocument: "before" },
        ),
      );
      if (!before) return undefined;
      return { revision: revisionOf({ ...before, attempts: before.attempts + 1 }), lapsed: before.claim !== null };
    },

    async renewClaim(id, claim, until) {
      const held = { _id: id, claim, state: "pending" as const };
      const renewed = await throughCollisions(() => revisions.updateOne(held, { $set: { claimedUntil: until } }));
      return renewed.matchedCount === 1;
    },

    async releaseClaim(id, claim, dueAt) {
      const released = { $set: { claim: null, claimedUntil: dueAt } };
      await throughCollisions(() => revisions.updateOne({ _id: id, claim }, released));
    },

    async finish(id, claim, state) {
      const held = { _id: id, claim, state: "pending" as const };
      const overtaken = state === "overtaken" && (await revisions.findOne(held, WITHOUT_PARTS));
      if (overtaken) {
        const { deviceId, place } = overtaken;
        const newest = () =>
          revisions.findOneAndUpdate(
            { deviceId, state: "pending", _id: { $gt: id } },
            { $min: { place } },
            { sort: { _id: -1 }, ...WITHOUT_PARTS },
          );
        await throughCollisions(newest);
      }
      await throughCollisions(() => revisions.updateOne(held, { $set: { state, claim: null } }));
    },

    async noteSearchable(id) {
      const searchable = { $set: { state: "searchable" as const, claim: null } };
      await throughCollisions(() => revisions.updateOne({ _id: id, state: { $ne: "searchable" } }, searchable));
    },

    readDigest: digests.read,

    async storeDigest(named, digest, changes, counts) {
      await changeLists.store(named, changes ?? []);
      if (counts) await throughCollisions(() => revisions.updateOne({ _id: named.id }, { $set: { changes: counts } }));
      await digests.store(named, digest);
    },

    readChanges: changeLists.read,

    async usesPart(deviceId, sha256) {
      return (await revisions.findOne({ deviceId, parts: sha256 }, { projection: { _id: 1 } })) !== null;
    },

    async oldestPending() {
      const options = { projection: { createdAt: 1 }, sort: { _id: 1 } } as const;
      return (await revisions.findOne({ state: "pending" }, options))?.createdAt;
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

    async listCreatedBefore(time, after, limit) {
      const filter = { createdAt: { $lt: time }, _id: { $gt: after } };
      return (await revisions.find(filter, { ...WITHOUT_PARTS, sort: { _id: 1 }, limit }).toArray()).map(revisionOf);
    },

    async remove(id) {
      await changeLists.remove(id);
      await digests.remove(id);
      await revisions.deleteMany({ _id: id });
    },

    async removeOfDevice(deviceId) {
      for (const values of [changeLists, digests]) await values.removeOfDevice(deviceId);
      await revisions.deleteMany({ deviceId });
    },

    async noteReplaced(ids, at) {
      await replaced.deleteMany({ _id: { $nin: [...ids] } });
      const known = await replaced.find({ _id: { $in: [...ids] } }).toArray();
      const since = new Map(known.map((one) => [one._id, one.since]));
      const found = ids.filter((id) => !since.has(id));
      if (found.length > 0)
        await insertNew(
          replaced,
          found.map((_id) => ({ _id, since: at })),
        );
      return new Map(ids.map((id) => [id, since.get(id) ?? at]));
    },
  };
}

/** Converts a document to a revision. If the document was read without `parts`, the revision has no `parts` either. */
function revisionOf<Found extends Omit<RevisionDocument, "parts">>(found: Found) {
  const { _id: id, base, claim: _, claimedUntil: __, place: ___, ...revision } = found;
  return { ...revision, id, baseRevision: base === 0 ? null : base };
}
