import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db, Filter } from "mongodb";
import type { Scope } from "../connectors/discovery-run.ts";
import { type ItemDocument, tombstoneFields } from "../items/item-document.ts";
import { itemsOf, living } from "../items/mongo-item-store.ts";
import type { ItemRemovalStore, Sweep } from "./item-removal-store.ts";

/**
 * `step` items are removed at a time, well within the deadline of one call. What is counted can't be parted: `counting`
 * is the same database, of a client that waits longer.
 */
export function createMongoItemRemovalStore(
  database: Db,
  { step = 2_000, counting = database }: { readonly step?: number; readonly counting?: Db } = {},
): ItemRemovalStore {
  const items = itemsOf(database);
  const counted = itemsOf(counting);

  async function remove(itemIds: readonly string[], sweep: Sweep, at: Date): Promise<number> {
    const unseen = { _id: { $in: [...itemIds] }, ...unseenBy(sweep) };
    const update = { $set: tombstoneFields(sweep.sequence, at), $inc: { rev: 1 } };
    return (await throughCollisions(() => items.updateMany(unseen, update))).modifiedCount;
  }

  return {
    async count(sweep) {
      const within = inScope(sweep.scope);
      const { connectorUuid, sequence } = sweep;
      const [unseen, seen] = await Promise.all([
        counted.countDocuments({ ...unseenBy(sweep), ...within }),
        counted.countDocuments({ connectorUuid, runSequence: { $gte: sequence }, ...living, ...within }),
      ]);
      return { unseen, seen };
    },

    async *removeUnseen(sweep, at) {
      const unseen = { ...unseenBy(sweep), ...inScope(sweep.scope) };
      // A cursor may miss an item that is written meanwhile (find-in-parts.ts): it is through when one finds nothing.
      for (let some = true; some; ) {
        some = false;
        let found: string[] = [];
        for await (const { _id } of items.find(unseen, { projection: { _id: 1 }, batchSize: step })) {
          some = true;
          found.push(_id);
          if (found.length < step) continue;
          yield await remove(found, sweep, at);
          found = [];
        }
        if (found.length > 0) yield await remove(found, sweep, at);
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

function unseenBy({ connectorUuid, sequence }: Sweep) {
  return { connectorUuid, runSequence: { $lt: sequence }, ...living };
}

function inScope({ accountIds, regions, types }: Scope): Filter<ItemDocument> {
  return {
    ...(accountIds ? { accountId: { $in: [...accountIds] } } : {}),
    ...(regions ? { region: { $in: [...regions] } } : {}),
    ...(types ? { type: { $in: [...types] } } : {}),
  };
}
