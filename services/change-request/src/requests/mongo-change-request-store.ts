import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { BSON, type Collection, type Db, type Document, type Filter, type FindCursor } from "mongodb";
import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore, Occupant } from "./change-request-store.ts";
import type { EvaluationStatus } from "./evaluation-progress.ts";
import type { ShownState } from "./shown-state.ts";

/**
 * `Stored` is a document of the collection: a change request (`Kept`), or what remains of a deleted change request
 * (`Deleted`), which is `_id`, `uuid`, `revision` and `deletedAt`.
 */
type Kept = Omit<ChangeRequest, "id"> & { readonly _id: string };
interface Deleted {
  readonly _id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly deletedAt: string;
}
type Stored = Kept | Deleted;

/** Documents of deleted change requests have no `createdAt`, so this condition excludes them. */
const present = { createdAt: { $gt: "" } };
const allButCounter = {
  projectId: "",
  name: "",
  rules: "",
  createdAt: "",
  createdBy: "",
  updatedAt: "",
  updatedBy: "",
  verdict: "",
  evaluation: "",
} as const;
const shownFields = { uuid: 1, revision: 1, updatedAt: 1, verdict: 1 } as const;
const evaluationFields = { uuid: 1, revision: 1, verdict: 1, evaluation: 1 } as const;

export const CHANGE_REQUEST_INDEXES: CollectionIndexes = {
  collection: "change-requests",
  indexes: [
    { key: { uuid: 1 }, unique: true },
    { key: { createdAt: -1, _id: -1 } },
    { key: { "evaluation.nextSendAt": 1 } },
    { key: { deletedAt: 1 }, sparse: true },
  ],
};

/**
 * Stores change requests in one collection. Every write is a compare-and-set of a single document, except the purge of
 * deleted ids. There are no transactions and no change streams.
 */
export function mongoChangeRequestStore(database: Db): ChangeRequestStore {
  const collection: Collection<Stored> = database.collection<Stored>(CHANGE_REQUEST_INDEXES.collection);

  return {
    async get(id) {
      return toChangeRequest(await collection.findOne({ _id: id, ...present }));
    },

    async getByUuid(uuid) {
      return toChangeRequest(await collection.findOne({ uuid, ...present }));
    },

    async occupant(id) {
      const found = await collection.findOne({ _id: id }, { projection: { uuid: 1, revision: 1, projectId: 1 } });
      return found
        ? { uuid: found.uuid, revision: found.revision, projectId: "projectId" in found ? found.projectId : null }
        : undefined;
    },

    async page({ after, limit, maxBytes }) {
      const filter: Filter<Stored> = after
        ? {
            createdAt: { $lte: after.createdAt, $gt: "" },
            $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
          }
        : present;
      const cursor = collection
        .find(filter)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1);
      return readUpTo(cursor, limit, maxBytes);
    },

    async getMany(uuids, maxBytes) {
      return readUpTo(collection.find({ uuid: { $in: [...uuids] }, ...present }), uuids.length, maxBytes);
    },

    async newestRevisions(afterId, limit) {
      const found = await collection
        .find(afterId === null ? {} : { _id: { $gt: afterId } }, { projection: { uuid: 1, revision: 1, deletedAt: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .batchSize(limit)
        .toArray();
      const revisions = found.flatMap((stored) =>
        "deletedAt" in stored ? [] : [{ id: stored._id, uuid: stored.uuid, revision: stored.revision }],
      );
      return { revisions, last: found.length === limit ? (found.at(-1)?._id ?? null) : null };
    },

    async create(request, over) {
      const { id, ...members } = request;
      const kept: Kept = { _id: id, ...members };
      if (over) {
        const { _id, ...replacement } = kept;
        const { matchedCount } = await collection.replaceOne(deletedAs(id, over), replacement);
        return matchedCount === 1;
      }
      try {
        await collection.insertOne(kept);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async revise({ id, uuid, revision }, { name, rules, updatedAt, updatedBy, evaluation }) {
      const found = await collection.findOneAndUpdate(
        { _id: id, uuid, ...(revision === undefined ? {} : { revision }), ...present },
        {
          $inc: { revision: 1, "evaluation.wanted": 1 },
          $set: { name, rules, updatedAt, updatedBy, verdict: null, ...fieldsOf("evaluation", evaluation) },
        },
        // The rules are not returned: they are most of the document, and the caller has them already.
        { returnDocument: "after", projection: { rules: 0 } },
      );
      return toChangeRequest(found && { ...found, rules });
    },

    async remove(id, deletedAt) {
      const { matchedCount } = await collection.updateOne(
        { _id: id, ...present },
        { $set: { deletedAt }, $unset: allButCounter },
      );
      return matchedCount === 1;
    },

    async shownStates(ids) {
      const found = await collection
        .find({ _id: { $in: [...ids] }, ...present }, { projection: shownFields, batchSize: ids.length + 1 })
        .toArray();
      return found.flatMap((stored) => toShownState(stored) ?? []);
    },

    async evaluationStatus(uuid) {
      return toEvaluationStatus(await collection.findOne({ uuid, ...present }, { projection: evaluationFields }));
    },

    async due(now, limit) {
      const found = await collection
        .find({ "evaluation.nextSendAt": { $gt: "", $lte: now } }, { projection: evaluationFields })
        .sort({ "evaluation.nextSendAt": 1 })
        .limit(limit)
        .toArray();
      return found.flatMap((stored) => toEvaluationStatus(stored) ?? []);
    },

    async updateEvaluation(before, after) {
      const { wanted, done, sendings } = before.evaluation;
      const { matchedCount } = await collection.updateOne(
        { uuid: before.uuid, revision: before.revision, ...fieldsOf("evaluation", { wanted, done, sendings }) },
        { $set: { verdict: after.verdict, evaluation: after.evaluation } },
      );
      return matchedCount === 1;
    },

    async purgeDeleted(before, limit) {
      const found = await collection
        .find({ deletedAt: { $gt: "", $lt: before } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      // The query repeats the condition on `deletedAt`, because the id may have been used for a new change request in
      // the meantime.
      const { deletedCount } = await collection.deleteMany({
        _id: { $in: found.map(({ _id }) => _id) },
        deletedAt: { $lt: before },
      });
      return deletedCount;
    },
  };
}

/** Reads up to `limit` change requests. Stops before `maxBytes` would be exceeded, but reads at least one. */
async function readUpTo(
  cursor: FindCursor<Stored>,
  limit: number,
  maxBytes: number,
): Promise<{ readonly items: readonly ChangeRequest[]; readonly more: boolean }> {
  const items: ChangeRequest[] = [];
  let bytes = 0;
  try {
    for await (const found of cursor) {
      bytes += BSON.calculateObjectSize(found);
      if (items.length === limit || (items.length > 0 && bytes > maxBytes)) return { items, more: true };
      const request = toChangeRequest(found);
      if (request) items.push(request);
    }
  } finally {
    await cursor.close();
  }
  return { items, more: false };
}

function deletedAs(id: string, { uuid }: Occupant): Filter<Stored> {
  return { _id: id, uuid, deletedAt: { $gt: "" } };
}

function fieldsOf(member: string, values: object): Document {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${member}.${name}`, value]));
}

function toChangeRequest(found: Stored | null): ChangeRequest | undefined {
  if (!found || "deletedAt" in found) return undefined;
  const { _id, ...members } = found;
  return { id: _id, ...members };
}

function toEvaluationStatus(found: Stored | null): EvaluationStatus | undefined {
  if (!found || "deletedAt" in found) return undefined;
  const { _id: id, uuid, revision, verdict, evaluation } = found;
  return { id, uuid, revision, verdict, evaluation };
}

function toShownState(found: Stored): ShownState | undefined {
  if ("deletedAt" in found) return undefined;
  const { _id: id, uuid, revision, updatedAt, verdict } = found;
  return { id, uuid, revision, updatedAt, verdict };
}
