import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { ALL_USERS, ALL_USERS_GROUP, MOST_USER_GROUPS, type UserGroup } from "./user-group.ts";
import type { UserGroupStore } from "./user-group-store.ts";

/** `nameKey` is the name in lower case. The group All Users has no document until its permissions are set. */
type GroupDocument = Omit<UserGroup, "id"> & { _id: number; nameKey: string };

const KEY_OF_ALL_USERS = ALL_USERS_GROUP.name.toLowerCase();

export const USER_GROUP_INDEXES: CollectionIndexes = {
  collection: "user-groups",
  indexes: [{ key: { nameKey: 1 }, unique: true }],
};

export function createMongoUserGroupStore(database: Db): UserGroupStore {
  const groups = database.collection<GroupDocument>(USER_GROUP_INDEXES.collection);
  const read = async (filter: object): Promise<UserGroup[]> => {
    const found = await groups.find(filter, { sort: { _id: 1 }, limit: MOST_USER_GROUPS + 1 }).toArray();
    return found.map(groupOf);
  };
  const unlessTaken = async <Outcome>(write: () => Promise<Outcome>): Promise<Outcome | "taken"> => {
    try {
      return await write();
    } catch (error) {
      if (isDuplicateKey(error)) return "taken";
      throw error;
    }
  };

  return {
    async list() {
      const found = await read({});
      return found[0]?.id === ALL_USERS ? found : [ALL_USERS_GROUP, ...found];
    },
    async findMany(ids) {
      const found = await read({ _id: { $in: [...ids] } });
      return ids.includes(ALL_USERS) && found[0]?.id !== ALL_USERS ? [ALL_USERS_GROUP, ...found] : found;
    },
    insert: ({ id, ...group }) =>
      unlessTaken(async () => {
        await groups.insertOne({ _id: id, ...group, nameKey: group.name.toLowerCase() });
        return "inserted" as const;
      }),
    update: (id, fields) =>
      unlessTaken(async () => {
        const update = { $set: { ...fields, nameKey: fields.name.toLowerCase() } };
        const { matchedCount } = await throughCollisions(() => groups.updateOne({ _id: id }, update));
        return matchedCount === 1 ? ("updated" as const) : ("unknown" as const);
      }),
    async setPermissions(id, { permissions, deviceGroups }) {
      const update = { $set: { permissions, deviceGroups } };
      if (id !== ALL_USERS) {
        const { matchedCount } = await throughCollisions(() => groups.updateOne({ _id: id }, update));
        return matchedCount === 1;
      }
      const { name, description } = ALL_USERS_GROUP;
      const created = { ...update, $setOnInsert: { name, description, nameKey: KEY_OF_ALL_USERS } };
      await throughCollisions(() => groups.updateOne({ _id: id }, created, { upsert: true }));
      return true;
    },
    remove: async (id) => (await throughCollisions(() => groups.deleteMany({ _id: id }))).deletedCount === 1,
  };
}

function groupOf({ _id: id, nameKey: _, ...group }: GroupDocument): UserGroup {
  return { id, ...group };
}
