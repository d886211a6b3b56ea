import { throughCollisions } from "@network-access/service-runtime/write-collision";
import type { Db } from "mongodb";
import { type CounterStore, FIRST } from "./counter-store.ts";

export function createMongoCounterStore(database: Db): CounterStore {
  const counters = database.collection<{ _id: string; used: number }>("counters");
  return {
    async next(counted) {
      // `used` is the count of the returned numbers. It is not the last returned number, because the numbers of a kind
      // do not always begin with 1.
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
