import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import type { LoginToken, LoginTokenStore } from "./login-token-store.ts";

type TokenDocument = Omit<LoginToken, "hash"> & { _id: string };

export const LOGIN_TOKEN_INDEXES: CollectionIndexes = {
  collection: "login-tokens",
  indexes: [{ key: { userId: 1, createdAt: -1 } }, { key: { expiresAt: 1 } }],
};

export function createMongoLoginTokenStore(database: Db): LoginTokenStore {
  const tokens = database.collection<TokenDocument>(LOGIN_TOKEN_INDEXES.collection);
  return {
    async insert({ hash, ...token }) {
      await tokens.insertOne({ _id: hash, ...token });
    },
    async find(hash, now) {
      const found = await tokens.findOne({ _id: hash });
      if (!found || found.expiresAt <= now) return undefined;
      const { _id, ...token } = found;
      return { hash: _id, ...token };
    },
    async keepNewest(userId, count) {
      const older = await tokens.find({ userId }, { sort: { createdAt: -1 }, skip: count, limit: 1_000 }).toArray();
      if (older.length === 0) return;
      const filter = { _id: { $in: older.map(({ _id }) => _id) } };
      await throughCollisions(() => tokens.deleteMany(filter));
    },
    async purge(now) {
      await throughCollisions(() => tokens.deleteMany({ expiresAt: { $lte: now } }));
    },
  };
}
