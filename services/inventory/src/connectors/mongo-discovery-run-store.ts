import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import type { Db } from "mongodb";
import type { DiscoveryRun, DiscoveryRunStore } from "./discovery-run.ts";

type RunDocument = DiscoveryRun & { _id: string };
type Counter = { _id: string; last: number };

export const DISCOVERY_RUN_INDEXES: CollectionIndexes = {
  collection: "discovery-runs",
  indexes: [
    { key: { connectorUuid: 1, sequence: 1 }, name: "sequence" },
    { key: { closedAt: 1 }, name: "closed" },
    { key: { openedAt: 1 }, name: "opened" },
  ],
};

export function createMongoDiscoveryRunStore(database: Db): DiscoveryRunStore {
  const runs = database.collection<RunDocument>(DISCOVERY_RUN_INDEXES.collection);
  const counters = database.collection<Counter>("discovery-run-counters");

  async function nextSequence(connectorUuid: string): Promise<number> {
    const which = { _id: connectorUuid };
    const raise = () => counters.findOneAndUpdate(which, { $inc: { last: 1 } }, { returnDocument: "after" });
    const raised = await raise();
    if (raised) return raised.last;
    // The counter is created by a separate call, because an upsert that also increments can return the first number to
    // several callers (decision 0047).
    await counters.updateOne(which, { $setOnInsert: { last: 0 } }, { upsert: true });
    const first = await raise();
    if (!first) throw new Error("the counter that was just created is missing");
    return first.last;
  }

  return {
    async findOrOpen(connectorUuid, discoveryId, open) {
      const _id = idOf({ connectorUuid, discoveryId });
      const found = await runs.findOne({ _id });
      if (found) return runOf(found);
      const run: RunDocument = {
        _id,
        discoveryId,
        connectorUuid,
        sequence: await nextSequence(connectorUuid),
        ...open,
        closedAt: null,
        cleanUp: null,
      };
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
    async find(connectorUuid, discoveryId) {
      const found = await runs.findOne({ _id: idOf({ connectorUuid, discoveryId }) });
      return found ? runOf(found) : undefined;
    },
    async listNewer(connectorUuid, sequence, limit) {
      const newer = { connectorUuid, sequence: { $gt: sequence } };
      return (await runs.find(newer, { sort: { sequence: 1 }, limit }).toArray()).map(runOf);
    },
    async close(run, at) {
      await runs.updateOne({ _id: idOf(run), closedAt: null }, { $set: { closedAt: at } });
    },
    async noteCleanUp(run, counts) {
      const _id = idOf(run);
      await runs.updateOne({ _id, cleanUp: null }, { $set: { cleanUp: counts } });
      return (await runs.findOne({ _id }))?.cleanUp ?? counts;
    },
    async listUnfinished(closedBefore, limit) {
      const closed = { closedAt: { $lt: closedBefore }, cleanUp: null };
      return (await runs.find(closed, { sort: { closedAt: 1 }, limit }).toArray()).map(runOf);
    },
    async purge(openedBefore, limit) {
      const old = { openedAt: { $lt: openedBefore } };
      const found = await runs.find(old, { projection: { _id: 1 }, limit }).toArray();
      if (found.length === 0) return 0;
      // Since the query, a run may have been purged by another call and a new run may have been opened under the same
      // id. The deletion therefore checks the age again.
      return (await runs.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, ...old })).deletedCount;
    },
  };
}

function idOf({ connectorUuid, discoveryId }: Pick<DiscoveryRun, "connectorUuid" | "discoveryId">): string {
  return JSON.stringify([connectorUuid, discoveryId]);
}

function runOf({ _id, ...run }: RunDocument): DiscoveryRun {
  return run;
}
