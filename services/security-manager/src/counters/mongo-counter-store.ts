import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { type CounterStore, FIRST } from "./counter-store.ts";

export function createMongoCounterStore(database: Db): CounterStore {
  const counters = database.collection<{ _id: string; used: number }>("counters");
  return {
    async next(counted) {
      // `used` is the number of times that `next` was called for this kind. It is not the number that `next` returned
      // last, because some kinds do not start at 1.
      const first = { $setOnInsert: { used: 0 } };
      await throughCollisions(() => counters.updateOne({ _id: counted }, first, { upsert: true }));
      const raised = { $inc: { used: 1 } };
      const counter = await throughCollisions(() =>
        counters.findOneAndUpdate({ _id: counted }, raised, { returnDocument: "after" }),
      );
      if (!counter) throw new Error(`the counter of ${counted} was not stored`);
      return FIRST[counted] + counter.used - 1;
    },
  };
}
