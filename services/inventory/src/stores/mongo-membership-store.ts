import type { Db } from "mongodb";
import { isNewer, isOlder, membershipOf } from "../membership.ts";
import type { MembershipStore } from "../membership-store.ts";
import { findInParts } from "./find-in-parts.ts";
import { openItemOf } from "./item-document.ts";
import { itemsOf, living } from "./mongo-item-store.ts";
import { settlingUpdates } from "./settling-updates.ts";

const opened = { $exists: true };
/** Looks for something older; each is older than about half of what is left. */
const MOST_STEPS = 50;
const END_OF_TIME = new Date(8.64e15);
/** What concerns any number of items is written `step` items at a time, and read `most` at a time: each well within the deadline of one call. */
export function createMongoMembershipStore(database: Db, { step = 2_000, most = 10_000 } = {}): MembershipStore {
  const items = itemsOf(database);

  return {
    async readOpen(limit, until) {
      // Not in order: DocumentDB would read all that is open for it, which after an outage is very many.
      const found = await items
        .find({ openedAt: { ...opened, $lte: until } }, { projection: { attributes: 0 }, limit, batchSize: limit + 1 })
        .toArray();
      return found.map(openItemOf);
    },

    async settle(settled) {
      const updates = settlingUpdates(settled);
      if (updates.length > 0) await items.bulkWrite(updates, { ordered: false });
    },

    async oldestOpening() {
      // An older one, and an older one than that, instead of all in order; see readOpen.
      let oldest: Date | undefined;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        // Without a bound DocumentDB would look through all items instead of the index.
        const older = { openedAt: { ...opened, $lt: oldest ?? END_OF_TIME } };
        const found = await items.findOne(older, { projection: { openedAt: 1 } });
        if (!found) break;
        oldest = found.openedAt;
      }
      return oldest;
    },

    countUnsearchable: () => items.countDocuments({ unsearchableReason: { $exists: true } }),

    async *readMemberAddresses(membership) {
      const projection = { _id: 0, ips: 1 };
      for await (const part of findInParts(items, { memberships: membership, ...living }, { projection, most }))
        for (const { ips } of part) yield ips;
    },

    async join(membership, joining, at) {
      const join = { $addToSet: { memberships: membership }, $inc: { touch: 1 } };
      const reopen = { $inc: { touch: 1 }, $set: { askedSelection: null, openedAt: at } };
      for (const [rev, alike] of Map.groupBy(joining, (item) => item.rev)) {
        const ids = alike.map((item) => item.itemId);
        const joined = await items.updateMany({ _id: { $in: ids }, rev }, join);
        if (joined.matchedCount === ids.length) continue;
        await items.updateMany({ _id: { $in: ids }, rev: { $ne: rev } }, reopen);
      }
    },

    async dropOlder(groupUuid, filterRevision) {
      // As texts, revisions are in no order; the few that are not older are passed by once they were seen.
      const passedBy = new Set([membershipOf(groupUuid, filterRevision)]);
      for (;;) {
        // "0" is the character after "/": these are the texts that begin with the group.
        const others = { $gte: `${groupUuid}/`, $lt: `${groupUuid}0`, $nin: [...passedBy] };
        const holding = { memberships: { $elemMatch: others } };
        const found = await items.find(holding, { projection: { memberships: 1 }, limit: step }).toArray();
        if (found.length === 0) return;
        const held = [...new Set(found.flatMap(({ memberships }) => memberships))];
        const older = held.filter((one) => isOlder(one, groupUuid, filterRevision));
        for (const one of held) if (isNewer(one, groupUuid, filterRevision)) passedBy.add(one);
        const ids = found.map(({ _id }) => _id);
        if (older.length > 0) await items.updateMany({ _id: { $in: ids } }, { $pull: { memberships: { $in: older } } });
      }
    },

    async reopenAll(at) {
      const update = { $inc: { touch: 1 }, $set: { indexedRev: 0, askedSelection: null, openedAt: at } };
      for (let after = ""; ; ) {
        const rest = { _id: { $gt: after } };
        const found = await items.find(rest, { projection: { _id: 1 }, sort: { _id: 1 }, limit: step }).toArray();
        const last = found.at(-1)?._id;
        if (last === undefined) return;
        await items.updateMany({ _id: { $gt: after, $lte: last } }, update);
        after = last;
      }
    },
  };
}
