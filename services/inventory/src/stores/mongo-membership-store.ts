import type { AnyBulkWriteOperation, Db, WithId } from "mongodb";
import type { ItemState, MembershipStore, OpenItem } from "../membership-store.ts";
import { contentOf, type ItemDocument } from "./item-document.ts";
import { itemsOf } from "./mongo-item-store.ts";

/** Documents are opened where this member is a date, whatever date. */
const opened = { $gt: new Date(0) };
/** One statement may walk over every item there is. */
const longMs = 10 * 60_000;

export function createMongoMembershipStore(database: Db): MembershipStore {
  const items = itemsOf(database);

  return {
    async readOpen(limit, until) {
      const found = await items
        .find({ openedAt: { ...opened, $lte: until } }, { projection: { attributes: 0 }, sort: { openedAt: 1 }, limit })
        .toArray();
      return found.map(openItemOf);
    },

    async hasOpen(until) {
      return (await items.findOne({ openedAt: { ...opened, $lte: until } }, { projection: { _id: 1 } })) !== null;
    },

    async assign(changes) {
      const alike = Map.groupBy(changes, ({ rev, touch, groupUuids, untold }) =>
        JSON.stringify([rev, touch, groupUuids, untold]),
      );
      const writes = [...alike.values()].flatMap((group): AnyBulkWriteOperation<ItemDocument>[] => {
        const [first] = group;
        if (!first) return [];
        const update = { $set: { groupUuids: [...first.groupUuids], untold: [...first.untold] } };
        return [{ updateMany: { filter: { ...stillIs(group, first), openedAt: opened }, update } }];
      });
      if (writes.length > 0) await items.bulkWrite(writes, { ordered: false });
    },

    async settle(settled) {
      const alike = Map.groupBy(settled, ({ rev, touch }) => `${rev} ${touch}`);
      for (const group of alike.values()) {
        const [first] = group;
        if (!first) continue;
        await items.updateMany(stillIs(group, first), [
          { $set: { indexedRev: "$rev", askedSelection: "$selectionHash", askedAddresses: "$addressesHash" } },
          { $unset: ["openedAt", "untold"] },
        ]);
      }
    },

    async *listMembers(groupUuid) {
      const cursor = items.find({ groupUuids: groupUuid }, { projection: { rev: 1 }, timeoutMS: longMs });
      for await (const { _id: itemId, rev } of cursor) yield { itemId, rev };
    },

    async *readMemberAddresses(groupUuid) {
      const cursor = items.find({ groupUuids: groupUuid }, { projection: { _id: 0, ips: 1 }, timeoutMS: longMs });
      for await (const { ips } of cursor) yield ips;
    },

    async move(direction, groupUuid, moving, at) {
      const change =
        direction === "in" ? { $addToSet: { groupUuids: groupUuid } } : { $pull: { groupUuids: groupUuid } };
      for (const [rev, alike] of Map.groupBy(moving, (item) => item.rev)) {
        const ids = alike.map((item) => item.itemId);
        const moved = await items.updateMany(
          { _id: { $in: ids }, rev },
          { ...change, $inc: { touch: 1 } },
          { timeoutMS: longMs },
        );
        if (moved.matchedCount === ids.length) continue;
        await items.updateMany(
          { _id: { $in: ids }, rev: { $ne: rev } },
          { $inc: { touch: 1 }, $set: { askedSelection: null, openedAt: at } },
          { timeoutMS: longMs },
        );
      }
    },

    async clearGroup(groupUuid) {
      await items.updateMany(
        { groupUuids: groupUuid },
        { $pull: { groupUuids: groupUuid }, $inc: { touch: 1 } },
        { timeoutMS: longMs },
      );
    },

    async reopenAll(at) {
      const update = { $inc: { touch: 1 }, $set: { indexedRev: 0, openedAt: at } };
      await items.updateMany({}, update, { timeoutMS: longMs });
    },
  };
}

function stillIs(items: readonly ItemState[], { rev, touch }: ItemState) {
  return { _id: { $in: items.map((item) => item.itemId) }, rev, touch };
}

function openItemOf(document: WithId<Omit<ItemDocument, "attributes">>): OpenItem {
  const {
    _id: itemId,
    rev,
    touch,
    connectorId,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
    groupUuids,
    untold = [],
  } = document;
  return {
    ...contentOf(document),
    itemId,
    rev,
    touch,
    connectorId,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
    groupUuids,
    untold,
    selectionChanged: document.askedSelection !== document.selectionHash,
    addressesChanged: document.askedAddresses !== document.addressesHash,
  };
}
