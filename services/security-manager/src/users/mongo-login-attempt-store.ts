import { createHash } from "node:crypto";
import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import type { LoginAttempt, LoginAttemptStore } from "./login-attempt-store.ts";

/**
 * `_id` is a digest of the user name. The user name itself is not stored, because people sometimes type their password
 * into the field of the user name.
 */
interface AttemptsDocument {
  readonly _id: string;
  readonly version: number;
  readonly attempts: readonly LoginAttempt[];
  readonly lastAt: Date;
}

export const LOGIN_ATTEMPT_INDEXES: CollectionIndexes = {
  collection: "login-attempts",
  indexes: [{ key: { lastAt: 1 } }],
};

export function createMongoLoginAttemptStore(database: Db): LoginAttemptStore {
  const records = database.collection<AttemptsDocument>(LOGIN_ATTEMPT_INDEXES.collection);
  return {
    async read(name, withinMs, now) {
      const found = await records.findOne({ _id: digestOf(name) });
      const since = now.getTime() - withinMs;
      const attempts = found?.attempts.filter(({ at }) => at.getTime() > since) ?? [];
      return { attempts, version: found?.version ?? 0 };
    },
    async add(name, { attempts, version }, attempt) {
      const fields = { attempts: [...attempts, attempt], version: version + 1, lastAt: attempt.at };
      const filter = { _id: digestOf(name) };
      if (version > 0) {
        const update = () => records.updateOne({ ...filter, version }, { $set: fields });
        return (await throughCollisions(update)).matchedCount === 1;
      }
      try {
        await records.insertOne({ ...filter, ...fields });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async remove(name, attemptId) {
      const update = { $pull: { attempts: { id: attemptId } }, $inc: { version: 1 } } as object;
      await throughCollisions(() => records.updateOne({ _id: digestOf(name) }, update));
    },
    async purge(before) {
      await throughCollisions(() => records.deleteMany({ lastAt: { $lt: before } }));
    },
  };
}

function digestOf(name: string): string {
  return createHash("sha256").update(name.toLowerCase()).digest("base64url");
}
