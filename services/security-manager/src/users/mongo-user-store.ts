import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { DUPLICATE_KEY, throughCollisions } from "@network-access/service-runtime/write-collision";
import { type Collection, type Db, MongoServerError } from "mongodb";
import type { User } from "./user.ts";
import type { UserStore } from "./user-store.ts";

/**
 * `usernameKey` and `emailKey` are the user name and the email in lower case. If a user has no email, `emailKey` is a
 * unique text that no email can equal.
 */
type UserDocument = Omit<User, "id"> & { _id: number; usernameKey: string; emailKey: string };

export const USER_INDEXES: CollectionIndexes = {
  collection: "users",
  indexes: [
    { key: { usernameKey: 1 }, unique: true, name: "usernameKey" },
    { key: { emailKey: 1 }, unique: true, name: "emailKey" },
    { key: { userGroupIds: 1 } },
  ],
};

export function createMongoUserStore(database: Db): UserStore {
  const users: Collection<UserDocument> = database.collection<UserDocument>(USER_INDEXES.collection);
  const many = async (filter: object, skip: number, limit: number) =>
    (await users.find(filter, { sort: { _id: 1 }, skip, limit }).toArray()).map(userOf);
  const one = async (filter: object) => {
    const found = await users.findOne(filter);
    return found ? userOf(found) : undefined;
  };
  const changeMember = async (id: number, update: object) =>
    (await throughCollisions(() => users.updateOne({ _id: id }, update))).matchedCount === 1;

  return {
    list: ({ skip, limit }) => many({}, skip, limit),
    listAfter: (after, limit) => many({ _id: { $gt: after } }, 0, limit),
    count: () => users.countDocuments(),
    async listMembers(groupId, { skip, limit }) {
      const filter = { userGroupIds: groupId };
      const [total, found] = await Promise.all([users.countDocuments(filter), many(filter, skip, limit)]);
      return { total, users: found };
    },
    find: (id) => one({ _id: id }),
    findByName: (username) => one({ usernameKey: username.toLowerCase() }),
    findByEmail: (email) => one({ emailKey: email.toLowerCase() }),
    async insert({ id, ...user }) {
      const document = { _id: id, ...user, userGroupIds: [...user.userGroupIds], ...keysOf(id, user) };
      return (await unlessTaken(() => users.insertOne(document))) ?? "inserted";
    },
    async update(id, fields) {
      let matched = 0;
      const taken = await unlessTaken(async () => {
        const update = { $set: { ...fields, ...keysOf(id, fields) } };
        ({ matchedCount: matched } = await throughCollisions(() => users.updateOne({ _id: id }, update)));
      });
      return taken ?? (matched === 1 ? "updated" : "unknown");
    },
    addToGroup: (id, groupId) => changeMember(id, { $addToSet: { userGroupIds: groupId } }),
    removeFromGroup: (id, groupId) => changeMember(id, { $pull: { userGroupIds: groupId } }),
    async removeGroupFromAll(groupId) {
      const update = { $pull: { userGroupIds: groupId } } as object;
      await throughCollisions(() => users.updateMany({ userGroupIds: groupId }, update));
    },
    async recordLogin(id, at) {
      const before = await users.findOne({ _id: id }, { projection: { lastLogin: 1 } });
      const update = { $set: { lastLogin: at, previousLogin: before?.lastLogin ?? null } };
      await throughCollisions(() => users.updateOne({ _id: id }, update));
    },
  };
}

function keysOf(id: number, { username, email }: Pick<User, "username" | "email">) {
  // The `emailKey` of a user without an email has no @, so it equals no email.
  return { usernameKey: username.toLowerCase(), emailKey: email?.toLowerCase() ?? `none ${id}` };
}

async function unlessTaken(write: () => Promise<unknown>): Promise<"username-taken" | "email-taken" | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
    return /emailKey/.test(error.message) ? "email-taken" : "username-taken";
  }
}

function userOf({ _id: id, usernameKey: _, emailKey: __, ...user }: UserDocument): User {
  return { id, ...user };
}
