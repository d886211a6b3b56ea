import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import type { Db } from "mongodb";
import { GROUPS, type GroupDocument, groupOf } from "../groups/mongo-group-store.ts";
import { type FeedToken, type FeedTokenStore, MOST_FEED_TOKENS } from "./feed-token-store.ts";

type TokenDocument = Omit<FeedToken, "id"> & { _id: string; secretHash: string };

function tokensOf(database: Db) {
  return database.collection<TokenDocument>(FEED_TOKEN_INDEXES.collection);
}

export const FEED_TOKEN_INDEXES: CollectionIndexes = {
  collection: "feed-tokens",
  indexes: [
    { key: { secretHash: 1 }, name: "secret", unique: true },
    { key: { groupUuid: 1, issuedAt: 1 }, name: "group" },
  ],
};

export function createMongoFeedTokenStore(database: Db): FeedTokenStore {
  const tokens = tokensOf(database);
  return {
    async insert({ id, ...token }, secretHash) {
      await tokens.insertOne({ _id: id, ...token, secretHash });
    },
    async findWithGroup(secretHash, groupId) {
      const [found] = await tokens
        .aggregate<TokenDocument & { groups: GroupDocument[] }>([
          { $match: { secretHash } },
          { $lookup: { from: GROUPS, pipeline: [{ $match: { _id: groupId } }], as: "groups" } },
        ])
        .toArray();
      if (!found) return undefined;
      const { groups, ...token } = found;
      return { token: tokenOf(token), group: groupOf(groups[0]) };
    },
    async listByGroup(groupUuids) {
      // If tokens are issued concurrently, a group may get a few more tokens than the maximum. The limit is therefore
      // twice the maximum.
      const limit = groupUuids.length * MOST_FEED_TOKENS * 2;
      const found = await tokens
        .find({ groupUuid: { $in: [...groupUuids] } }, { sort: { groupUuid: 1, issuedAt: 1 }, limit })
        .toArray();
      return Map.groupBy(found.map(tokenOf), ({ groupUuid }) => groupUuid);
    },
    async remove(id) {
      return (await tokens.deleteMany({ _id: id })).deletedCount === 1;
    },
    async noteFetch(id, at) {
      await tokens.updateOne({ _id: id }, { $max: { lastFetchedAt: at } });
    },
    async listUnused(before, after, limit) {
      const unused = { $or: [{ lastFetchedAt: null }, { lastFetchedAt: { $lt: before } }] };
      const filter = { _id: { $gt: after }, issuedAt: { $lt: before }, ...unused };
      return (await tokens.find(filter, { sort: { _id: 1 }, limit, batchSize: limit + 1 }).toArray()).map(tokenOf);
    },
  };
}

function tokenOf({ _id: id, secretHash: _, ...token }: TokenDocument): FeedToken {
  return { id, ...token };
}
