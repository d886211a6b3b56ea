import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { openedItemOf } from "./item-document.ts";
import { membershipOf, readMembership } from "./membership.ts";
import type { MembershipStore } from "./membership-store.ts";
import { findInParts } from "./mongo-find-in-parts.ts";
import { itemsOf, living, MEMBERS } from "./mongo-item-store.ts";
import { settlingUpdates } from "./mongo-settling-updates.ts";

const opened = { $exists: true };
/**
 * The maximum number of queries in one search for the oldest open item. Each query finds an item that is older than the
 * item that the previous query found. On average, each query halves the number of items that are older still.
 */
const MOST_STEPS = 50;
/** The number of filter revisions whose memberships one statement removes. */
const REVISIONS_AT_ONCE = 500;
const END_OF_TIME = new Date(8.64e15);

/**
 * One statement changes at most `step` items. One query for the members of a group reads at most `most` items. With the
 * default values, each call stays well within its deadline.
 */
export function createMongoMembershipStore(database: Db, { step = 2_000, most = 10_000 } = {}): MembershipStore {
  const items = itemsOf(database);

  async function drop(memberships: readonly string[]): Promise<void> {
    const holding = { memberships: { $in: [...memberships] } };
    for await (const part of findInParts(items, holding, { projection: { _id: 1 }, most: step, hint: MEMBERS })) {
      const ids = part.map(({ _id }) => _id);
      await throughCollisions(() => items.updateMany({ _id: { $in: ids } }, { $pull: holding }));
    }
  }

  return {
    async readOpen(limit, until, from) {
      // The items are not sorted, because DocumentDB would read all open items to sort them, and after an outage very
      // many items are open.
      const found = await items
        .find(
          { openedAt: { ...opened, ...since(from), $lte: until } },
          { projection: { attributes: 0 }, limit, batchSize: limit + 1 },
        )
        .toArray();
      return found.map(openedItemOf);
    },

    async settle(settled) {
      const updates = settlingUpdates(settled);
      if (updates.length > 0) await throughCollisions(() => items.bulkWrite(updates, { ordered: false }));
    },

    async oldestOpening(from) {
      // Does not sort the items, because DocumentDB would read all open items to sort them. Instead, each query
      // searches for an item that is older than the item of the previous query.
      let oldest: Date | undefined;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        // Without an upper bound for `openedAt`, DocumentDB scans all items instead of the index.
        const older = { openedAt: { ...opened, ...since(from), $lt: oldest ?? END_OF_TIME } };
        const found = await items.findOne(older, { projection: { openedAt: 1 } });
        if (!found) break;
        oldest = found.openedAt;
      }
      return oldest;
    },

    countUnsearchable: () => items.countDocuments({ unsearchableReason: { $exists: true } }),

    async *readMemberAddresses(membership) {
      const projection = { _id: 0, ips: 1 };
      const members = { memberships: membership, ...living };
      for await (const part of findInParts(items, members, { projection, most, hint: MEMBERS }))
        for (const { ips } of part) yield ips;
    },

    async join(membership, joining, at) {
      const join = { $addToSet: { memberships: membership }, $inc: { touch: 1 } };
      const reopen = { $inc: { touch: 1 }, $set: { askedSelection: null, openedAt: at } };
      for (const [rev, alike] of Map.groupBy(joining, (item) => item.rev)) {
        const ids = alike.map((item) => item.itemId);
        const joined = await throughCollisions(() => items.updateMany({ _id: { $in: ids }, rev }, join));
        if (joined.matchedCount === ids.length) continue;
        const others = { _id: { $in: ids }, rev: { $ne: rev } };
        await throughCollisions(() => items.updateMany(others, reopen));
      }
    },

    async dropOlder(groupUuid, filterRevision) {
      // Each query lists the memberships to remove. A query for all memberships of the group would also read the
      // memberships that stay.
      for (let end = filterRevision; end > 1; end -= REVISIONS_AT_ONCE) {
        const first = Math.max(1, end - REVISIONS_AT_ONCE);
        const older = Array.from({ length: end - first }, (_, n) => membershipOf(groupUuid, first + n));
        await drop(older);
      }
    },

    async dropAll(groupUuid) {
      // The character "0" follows "/", so this range contains exactly the memberships of the group.
      const ofGroup = { $gte: `${groupUuid}/`, $lt: `${groupUuid}0` };
      for (;;) {
        const member = await items.findOne(
          { memberships: { $elemMatch: ofGroup } },
          { projection: { memberships: 1 } },
        );
        if (!member) return;
        await drop(member.memberships.filter((membership) => readMembership(membership).groupUuid === groupUuid));
      }
    },

    async reopenAll(at) {
      const update = { $inc: { touch: 1 }, $set: { indexedRev: 0, askedSelection: null, openedAt: at } };
      for (let after = ""; ; ) {
        const rest = { _id: { $gt: after } };
        const found = await items.find(rest, { projection: { _id: 1 }, sort: { _id: 1 }, limit: step }).toArray();
        const last = found.at(-1)?._id;
        if (last === undefined) return;
        const part = { _id: { $gt: after, $lte: last } };
        await throughCollisions(() => items.updateMany(part, update));
        after = last;
      }
    },
  };
}

function since(from: Date | undefined) {
  return from ? { $gte: from } : {};
}
