import type { Db } from "mongodb";
import { isDuplicateKey } from "./connect-mongo.ts";
import type { LeaseStore } from "./lease-store.ts";

type LeaseDocument = { _id: string; holder: string | null; until: Date; mark?: Date };

export function createMongoLeaseStore(database: Db): LeaseStore {
  const leases = database.collection<LeaseDocument>("leases");
  return {
    async acquire(name, { holder, at, until }) {
      const free = { _id: name, $or: [{ until: { $lte: at } }, { holder }] };
      const taken = await leases.findOneAndUpdate(free, { $set: { holder, until } }, { returnDocument: "after" });
      if (taken) return { mark: taken.mark ?? null };
      try {
        await leases.insertOne({ _id: name, holder, until });
        return { mark: null };
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
    async mark(name, holder, mark) {
      await leases.updateOne({ _id: name, holder }, { $set: { mark } });
    },
    async release(name, holder) {
      await leases.updateOne({ _id: name, holder }, { $set: { holder: null, until: new Date(0) } });
    },
  };
}
