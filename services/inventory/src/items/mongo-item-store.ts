import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { isCollisionCode, isWriteCollision, throughCollisions } from "@network-access/service-runtime/write-collision";
import { type Collection, type Db, MongoBulkWriteError } from "mongodb";
import { type ItemDocument, itemOf, newDocument, outlineOf, replacement } from "./item-document.ts";
import type { ItemStore } from "./item-store.ts";

const DUPLICATE_KEY = 11_000;
/** Matches documents that are not tombstones. */
export const living = { deletedAt: { $exists: false } };

/** The index of items by membership and id. */
export const MEMBERS = "members";

export function itemsOf(database: Db): Collection<ItemDocument> {
  return database.collection<ItemDocument>(ITEM_INDEXES.collection);
}

export const ITEM_INDEXES: CollectionIndexes = {
  collection: "items",
  indexes: [
    // This index contains only open items, which have `openedAt`. Marking other items as seen therefore does not update
    // it.
    { key: { openedAt: 1 }, name: "open", partialFilterExpression: { openedAt: { $exists: true } } },
    {
      key: { unsearchableReason: 1 },
      name: "unsearchable",
      partialFilterExpression: { unsearchableReason: { $exists: true } },
    },
    { key: { deletedAt: 1 }, name: "removed", partialFilterExpression: { deletedAt: { $exists: true } } },
    // The index includes the id, because members are read in parts by id.
    { key: { memberships: 1, _id: 1 }, name: MEMBERS },
    { key: { connectorUuid: 1, runSequence: 1 }, name: "runs" },
  ],
};

/**
 * The batch size of reads by id. All items must be in the first batch of the cursor, because an item that is written
 * between two batches might be missed (mongo-find-in-parts.ts).
 */
const batchSize = 1_001;

/**
 * `step` is the number of items that `disown` changes with one statement. It is small enough for each call to stay well
 * within its deadline.
 */
export function createMongoItemStore(database: Db, { step = 2_000 } = {}): ItemStore {
  const items = itemsOf(database);

  return {
    async readHeads(itemIds) {
      const owner = { connectorUuid: 1, connectorId: 1 };
      const projection = { rev: 1, contentHash: 1, ...owner, runSequence: 1, lastSeenAt: 1, deletedAt: 1 };
      const found = await items.find({ _id: { $in: [...itemIds] } }, { projection, batchSize }).toArray();
      return new Map(found.map(({ _id, deletedAt, ...head }) => [_id, { ...head, removed: deletedAt !== undefined }]));
    },

    async insert(given, stamp) {
      const writes = inLockOrder(given);
      try {
        await items.insertMany(
          writes.map((write) => newDocument(write, stamp)),
          { ordered: false },
        );
        return new Set();
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError)) throw error;
        const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
        const isExpected = ({ code }: { readonly code: number }) => code === DUPLICATE_KEY || isCollisionCode(code);
        if (errors.length === 0 || !errors.every(isExpected)) throw error;
        return new Set(errors.flatMap(({ index }) => writes[index]?.itemId ?? []));
      }
    },

    async replace(writes, stamp) {
      const updates = inLockOrder(writes).map((write) => ({
        updateOne: {
          filter: { _id: write.itemId, rev: write.rev, runSequence: write.seenInRun },
          update: replacement(write, stamp),
        },
      }));
      const result = await items.bulkWrite(updates, { ordered: false }).catch((error: unknown) => {
        if (!isWriteCollision(error)) throw error;
      });
      if (result?.matchedCount === writes.length) return new Set();
      const now = await items
        .find(
          { _id: { $in: writes.map((write) => write.itemId) } },
          { projection: { rev: 1, contentHash: 1, connectorUuid: 1 } },
        )
        .toArray();
      const byId = new Map(now.map((document) => [document._id, document]));
      const taken = writes.filter((write) => {
        const head = byId.get(write.itemId);
        return (
          head?.rev !== write.rev + 1 ||
          head.contentHash !== write.contentHash ||
          head.connectorUuid !== stamp.connectorUuid
        );
      });
      return new Set(taken.map((write) => write.itemId));
    },

    async markSeen(seen, { connectorUuid, runSequence, at }) {
      const _id = { $in: seen.map(({ itemId }) => itemId).toSorted() };
      // The two lists need no pairing. The content hash of an item includes the item's key, so an item can match only
      // its own hash.
      const contentHash = { $in: seen.map((item) => item.contentHash) };
      const asSent = { _id, contentHash, connectorUuid, runSequence: { $lte: runSequence }, ...living };
      const marked = await items
        .updateMany(asSent, { $set: { runSequence }, $max: { lastSeenAt: at } })
        .catch((error: unknown) => {
          if (!isWriteCollision(error)) throw error;
        });
      return marked?.matchedCount === seen.length;
    },

    async read(itemIds) {
      const [first, ...more] = itemIds;
      // For a single id, findOne is faster than find on MongoDB and DocumentDB.
      const found =
        more.length === 0
          ? [await items.findOne({ _id: first ?? "" })].filter((document) => document !== null)
          : await items.find({ _id: { $in: [...itemIds] } }, { batchSize }).toArray();
      return new Map(found.filter(isLiving).map((document) => [document._id, itemOf(document)]));
    },

    async readOutlines(itemIds) {
      const found = await items
        .find({ _id: { $in: [...itemIds] } }, { projection: { attributes: 0 }, batchSize })
        .toArray();
      return new Map(found.filter(isLiving).map((document) => [document._id, outlineOf(document)]));
    },

    async *disown(connectorUuid, at) {
      const owned = { connectorUuid, connectorId: { $ne: null }, ...living };
      const disown = async (ids: readonly string[]) => {
        const update = { $set: { connectorId: null, openedAt: at }, $inc: { rev: 1 } };
        const these = { _id: { $in: [...ids] }, ...owned };
        return (await throughCollisions(() => items.updateMany(these, update))).modifiedCount;
      };
      let found: string[] = [];
      for await (const { _id } of items.find(owned, { projection: { _id: 1 }, batchSize: step })) {
        found.push(_id);
        if (found.length < step) continue;
        yield await disown(found);
        found = [];
      }
      if (found.length > 0) yield await disown(found);
    },
  };
}

function isLiving({ deletedAt }: { readonly deletedAt?: Date }): boolean {
  return deletedAt === undefined;
}

/** Sorts writes by item id. All calls lock items in this order, so that concurrent calls never deadlock. */
function inLockOrder<Write extends { readonly itemId: string }>(writes: readonly Write[]): readonly Write[] {
  return writes.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
}
