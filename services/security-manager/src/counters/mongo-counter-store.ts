import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { type CounterStore, FIRST } from "./counter-store.ts";

export function createMongoCounterStore(database: Db): CounterStore {
  const counters = database.collection<{ _id: string; used: number }>("counters");
  return {
    async next(counted) {
      // `used` counts the numbers that were returned for this kind. It differs from the last returned number if the
      // numbers of the kind do not begin with 1.
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
