import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { Db } from "mongodb";
import type { DiscoveryRun, DiscoveryRunStore } from "../discovery-run.ts";

type RunDocument = DiscoveryRun & { _id: string };
type Counter = { _id: string; last: number };

export function createMongoDiscoveryRunStore(database: Db): DiscoveryRunStore {
  const runs = database.collection<RunDocument>("discovery-runs");
  const counters = database.collection<Counter>("discovery-run-counters");
  return {
    async findOrOpen(connectorUuid, discoveryId, open) {
      const _id = JSON.stringify([connectorUuid, discoveryId]);
      const found = await runs.findOne({ _id });
      if (found) return runOf(found);
      const counted = await counters.findOneAndUpdate(
        { _id: connectorUuid },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: "after" },
      );
      if (!counted) throw new Error("a counter that was just raised is not there");
      const run: RunDocument = { _id, discoveryId, connectorUuid, sequence: counted.last, ...open };
      try {
        await runs.insertOne(run);
        return runOf(run);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const first = await runs.findOne({ _id });
        if (!first) throw error;
        return runOf(first);
      }
    },
  };
}

function runOf({ discoveryId, connectorUuid, sequence, scope, openedAt }: RunDocument): DiscoveryRun {
  return { discoveryId, connectorUuid, sequence, scope, openedAt };
}
