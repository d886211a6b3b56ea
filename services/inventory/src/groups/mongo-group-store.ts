import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db, Filter } from "mongodb";
import type { Group } from "./group.ts";
import type { ComputedState, GroupStore } from "./group-store.ts";

interface Announcement {
  mark: string;
  at: Date;
  /** Set when `wantAnnounced` has requested the first of two computations for this announcement. */
  again?: true;
}

export type GroupDocument = Omit<Group, "id"> & {
  _id: string;
  /**
   * The time since which the group has had open work: writing memberships, computing members, or the clean-up after a
   * deletion. Absent if it has no open work.
   */
  openedAt?: Date;
  /**
   * The announcements (see `announceChange`) of changes to the group's memberships that are still in progress. This
   * list is nearly always empty or absent.
   */
  announced?: Announcement[];
};

/** The collection of groups. */
export const GROUPS = "groups";

/**
 * The properties that an approval copies from the held members to the served members. Held members wait for approval.
 */
const heldContent = {
  hash: "$held.hash",
  addressCount: "$held.addressCount",
  memberCount: "$held.memberCount",
  filterRevision: "$held.filterRevision",
};

function groupsOf(database: Db) {
  return database.collection<GroupDocument>(GROUPS);
}

export const GROUP_INDEXES: CollectionIndexes = {
  collection: GROUPS,
  indexes: [
    { key: { uuid: 1 }, name: "uuid", unique: true },
    { key: { openedAt: 1 }, name: "opened" },
    { key: { "announced.at": 1 }, name: "announced" },
  ],
};

export function createMongoGroupStore(database: Db): GroupStore {
  const groups = groupsOf(database);
  const living = { deletedAt: null };
  // The mutex avoids write conflicts between calls of one process. MongoDB takes a second to detect such a conflict.
  const mutex = createSemaphore(1);
  const unchanged = (uuid: string, { before, filterRevision, computed }: ComputedState) => ({
    ...{ uuid, filterRevision, filledRevision: filterRevision, ...living },
    membersRevision: before,
    computed: { $lte: computed },
  });

  /**
   * Updates many groups. Only one call runs at a time. MongoDB locks the groups in no fixed order, so concurrent calls
   * would often conflict.
   */
  async function updateAll(
    these: Filter<GroupDocument>,
    update: Parameters<typeof groups.updateMany>[1],
  ): Promise<void> {
    await mutex(() => throughCollisions(() => groups.updateMany(these, update)));
  }

  /**
   * Records that a group has no open work. Returns false and changes nothing if, after the state was read, the filter
   * changed, the group was deleted or another computation was requested.
   */
  async function close(uuid: string, { filterRevision, computed }: ComputedState): Promise<boolean> {
    const filter = { uuid, filterRevision, filledRevision: filterRevision, ...living, wanted: computed };
    return (await groups.updateOne(filter, { $unset: { openedAt: "" } })).matchedCount === 1;
  }

  return {
    async find(id) {
      return groupOf(await groups.findOne({ _id: id }));
    },
    async findByUuid(uuid) {
      return groupOf(await groups.findOne({ uuid }));
    },
    async findMany(ids) {
      const found = await groups.find({ _id: { $in: [...ids] }, ...living }, { batchSize: ids.length + 1 }).toArray();
      return new Map(found.map((document) => [document._id, toGroup(document)]));
    },
    async findManyByUuid(uuids) {
      const found = await groups
        .find({ uuid: { $in: [...uuids] }, ...living }, { batchSize: uuids.length + 1 })
        .toArray();
      return new Map(found.map((document) => [document.uuid, toGroup(document)]));
    },
    async list(after, limit) {
      const filter = after === undefined ? living : { ...living, _id: { $gt: after } };
      const found = await groups.find(filter, { sort: { _id: 1 }, limit, batchSize: limit + 1 }).toArray();
      return found.map(toGroup);
    },
    count: () => groups.countDocuments(living),

    async create({ id, ...group }, before) {
      const fresh = {
        ...group,
        filledRevision: 0,
        members: null,
        held: null,
        wanted: 1,
        computed: 0,
        deletedAt: null,
        openedAt: group.createdAt,
      };
      if (before !== undefined) {
        const filter = { _id: id, revision: before, deletedAt: { $ne: null } };
        return (await groups.updateOne(filter, { $set: fresh })).matchedCount === 1;
      }
      try {
        await groups.insertOne({ _id: id, membersRevision: 0, heldSequence: 0, ...fresh });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async edit(group, before) {
      const { id, uuid, revision, name, description, filter, filterRevision, updatedAt, updatedBy } = group;
      const text = { revision, name, description, filter, filterRevision, updatedAt, updatedBy };
      const refill = filterRevision === revision;
      const update = refill
        ? { $set: { ...text, openedAt: updatedAt, held: null }, $inc: { wanted: 1 } }
        : { $set: text };
      return (await groups.updateOne({ _id: id, uuid, revision: before, ...living }, update)).matchedCount === 1;
    },

    async markDeleted({ id, uuid, revision, updatedAt, updatedBy, deletedAt }, before) {
      const $set = { revision, updatedAt, updatedBy, deletedAt, openedAt: updatedAt, members: null, held: null };
      return (await groups.updateOne({ _id: id, uuid, revision: before, ...living }, { $set })).matchedCount === 1;
    },

    async announceChange(uuids, mark, at) {
      await updateAll({ uuid: { $in: [...uuids] } }, { $push: { announced: { mark, at } } });
    },

    async wantMembers(uuids, at, mark) {
      const these = { uuid: { $in: [...uuids] } };
      await updateAll(these, { $inc: { wanted: 1 } });
      // If a group already has open work, `$min` keeps its earlier `openedAt`. The reconciler can therefore find the
      // group that has waited longest.
      const withdrawn = mark === undefined ? {} : { $pull: { announced: { mark } } };
      await updateAll(these, { $min: { openedAt: at }, ...withdrawn });
    },

    async wantAnnounced(until, at, again) {
      const left = { "announced.at": { $lte: until } };
      if (!(await groups.findOne(left, { projection: { _id: 1 } }))) return;
      const isDue = { $lte: ["$$one.at", until] };
      const isOver = { $and: [isDue, { $eq: ["$$one.again", true] }] };
      const kept = { $filter: { input: "$announced", as: "one", cond: { $not: [isOver] } } };
      const once = { mark: "$$one.mark", at: again, again: true };
      const announced = { $map: { input: kept, as: "one", in: { $cond: [isDue, once, "$$one"] } } };
      // The update of a group reads and changes its announcements atomically, so it does not overwrite an announcement
      // that another process adds concurrently. The next call of `wantAnnounced` handles an announcement that is added
      // after the update.
      const wanted = { $add: ["$wanted", 1] };
      await updateAll(left, [{ $set: { wanted, openedAt: { $min: ["$openedAt", at] }, announced } }]);
    },

    async noteFilled(uuid, filterRevision) {
      const filter = { uuid, filterRevision, ...living };
      return (await groups.updateOne(filter, { $set: { filledRevision: filterRevision } })).matchedCount === 1;
    },

    async publishMembers(uuid, members, { after, ...state }) {
      const { computed } = state;
      const $set = { members, membersRevision: after, held: null, computed };
      const moved = await groups.updateOne(unchanged(uuid, state), { $set });
      return moved.matchedCount === 1 && close(uuid, state);
    },

    async holdMembers(uuid, held, state) {
      const { computed } = state;
      const mayFollow = [{ "held.sequence": held.sequence }, { heldSequence: held.sequence - 1 }];
      const filter = { ...unchanged(uuid, state), $or: mayFollow };
      const moved = await groups.updateOne(filter, { $set: { held, heldSequence: held.sequence, computed } });
      return moved.matchedCount === 1 && close(uuid, state);
    },

    async releaseMembers(uuid, { sequence }, { before, after, at }) {
      const filter = { uuid, ...living, membersRevision: before, "held.sequence": sequence };
      // A held change has the same list of addresses as long as its `sequence` is the same. Its counts and its filter
      // revision may have changed since the caller read the held change, so they are copied from the stored document.
      const members = { ...heldContent, updatedAt: at };
      const update = [{ $set: { members, membersRevision: after, held: null } }];
      return (await groups.updateOne(filter, update)).matchedCount === 1;
    },

    countHeld: () => groups.countDocuments({ ...living, held: { $ne: null } }),
    async oldestHeld() {
      const options = { projection: { held: 1 }, sort: { "held.since": 1 } } as const;
      return (await groups.findOne({ ...living, held: { $ne: null } }, options))?.held?.since;
    },
    async oldestOpen() {
      const options = { projection: { openedAt: 1 }, sort: { openedAt: 1 } } as const;
      return (await groups.findOne({ ...living, openedAt: { $gt: new Date(0) } }, options))?.openedAt;
    },

    async noteCleaned(uuid) {
      await groups.updateOne({ uuid, deletedAt: { $ne: null } }, { $unset: { openedAt: "" } });
    },

    async listOpen(until, limit) {
      const filter = { openedAt: { $gt: new Date(0), $lte: until } };
      const found = await groups.find(filter, { projection: { uuid: 1 }, sort: { openedAt: 1 }, limit }).toArray();
      return found.map((document) => document.uuid);
    },
  };
}

export function groupOf(document: GroupDocument | null | undefined): Group | undefined {
  return document ? toGroup(document) : undefined;
}

function toGroup({ _id: id, openedAt: _, announced: __, ...group }: GroupDocument): Group {
  return { id, ...group };
}
