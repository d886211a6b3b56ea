import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db, Filter } from "mongodb";
import type { Scope } from "../connectors/discovery-run.ts";
import { type ItemDocument, tombstoneFields } from "../items/item-document.ts";
import { itemsOf, living } from "../items/mongo-item-store.ts";
import type { ItemRemovalStore, RunCoverage } from "./item-removal-store.ts";

/**
 * Creates an item removal store in MongoDB. Each database call removes at most `step` items, so that the call stays
 * well within its deadline. Counting items takes one call, however many items there are. Counts therefore use
 * `counting`, which is the same database with a client whose deadline is longer.
 */
export function createMongoItemRemovalStore(
  database: Db,
  { step = 2_000, counting = database }: { readonly step?: number; readonly counting?: Db } = {},
): ItemRemovalStore {
  const items = itemsOf(database);
  const counted = itemsOf(counting);

  async function remove(itemIds: readonly string[], coverage: RunCoverage, at: Date): Promise<number> {
    const unseen = { _id: { $in: [...itemIds] }, ...unseenBy(coverage) };
    const update = { $set: tombstoneFields(coverage.sequence, at), $inc: { rev: 1 } };
    return (await throughCollisions(() => items.updateMany(unseen, update))).modifiedCount;
  }

  return {
    async count(coverage) {
      const within = inScope(coverage.scope);
      const { connectorUuid, sequence } = coverage;
      const [unseen, seen] = await Promise.all([
        counted.countDocuments({ ...unseenBy(coverage), ...within }),
        counted.countDocuments({ connectorUuid, runSequence: { $gte: sequence }, ...living, ...within }),
      ]);
      return { unseen, seen };
    },

    async *removeUnseen(coverage, at) {
      const unseen = { ...unseenBy(coverage), ...inScope(coverage.scope) };
      // A cursor may miss an item that is written while the cursor is open (mongo-find-in-parts.ts). The loop therefore
      // repeats until a cursor finds nothing.
      for (let isComplete = false; !isComplete; ) {
        isComplete = true;
        let found: string[] = [];
        for await (const { _id } of items.find(unseen, { projection: { _id: 1 }, batchSize: step })) {
          isComplete = false;
          found.push(_id);
          if (found.length < step) continue;
          yield await remove(found, coverage, at);
          found = [];
        }
        if (found.length > 0) yield await remove(found, coverage, at);
      }
    },

    countRemoved: ({ connectorUuid, sequence, scope }) =>
      counted.countDocuments({ connectorUuid, runSequence: sequence, deletedAt: { $exists: true }, ...inScope(scope) }),

    async purge(before, limit) {
      const done = { deletedAt: { $exists: true, $lt: before }, openedAt: { $exists: false } };
      const found = await items.find(done, { projection: { _id: 1 }, limit }).toArray();
      if (found.length === 0) return 0;
      const these = { _id: { $in: found.map(({ _id }) => _id) }, ...done };
      return (await throughCollisions(() => items.deleteMany(these))).deletedCount;
    },
  };
}

function unseenBy({ connectorUuid, sequence }: RunCoverage) {
  return { connectorUuid, runSequence: { $lt: sequence }, ...living };
}

function inScope({ accountIds, regions, types }: Scope): Filter<ItemDocument> {
  return {
    ...(accountIds ? { accountId: { $in: [...accountIds] } } : {}),
    ...(regions ? { region: { $in: [...regions] } } : {}),
    ...(types ? { type: { $in: [...types] } } : {}),
  };
}
