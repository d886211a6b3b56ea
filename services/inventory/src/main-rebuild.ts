import { randomUUID } from "node:crypto";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { mongoEnvironment, readEnvironment } from "@network-access/service-runtime/environment";
import { MISCONFIGURED } from "@network-access/service-runtime/exit-codes";
import { createLogger } from "@network-access/service-runtime/logger";
import { z } from "zod";
import { indexEnvironment } from "./config.ts";
import { createMongoItemStore } from "./items/mongo-item-store.ts";
import { createMongoItemWalk } from "./items/mongo-item-walk.ts";
import { createOpenSearchClient } from "./opensearch/opensearch-client.ts";
import { createMongoLeaseStore } from "./projection/mongo-lease-store.ts";
import { rebuildIndex } from "./projection/rebuild-index.ts";
import { reportRebuild } from "./projection/report-rebuild.ts";
import { createOpenSearchItemRebuild } from "./search-index/opensearch-item-rebuild.ts";

/** Reads four settings of the service. */
const Environment = z.object({ ...mongoEnvironment.shape, ...indexEnvironment.shape });
const config = settings();

const logger = createLogger({ name: "inventory-rebuild", level: "error" });
const mongo = connectMongo({ url: config.MONGO_URL, database: config.MONGO_DATABASE, logger, appName: "rebuild" });
const openSearch = createOpenSearchClient(config.OPENSEARCH_URL, { deadlineMs: 30_000 });
const rebuild = createOpenSearchItemRebuild(openSearch, config.INDEX_PREFIX);
const asked = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => asked.abort(new Error("broken off")));

process.exitCode = await reportRebuild({
  rebuild: async (progress) => {
    await mongo.start();
    const stores = {
      leases: createMongoLeaseStore(mongo.database),
      walk: createMongoItemWalk(mongo.database),
      items: createMongoItemStore(mongo.database),
    };
    return rebuildIndex({ ...stores, rebuild, holder: randomUUID(), now: () => new Date(), progress }, asked.signal);
  },
  renewFilters: () => rebuild.renewFilters(),
  say: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
});
await openSearch.stop();
await mongo.stop();

function settings(): z.output<typeof Environment> {
  try {
    return readEnvironment(Environment, process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(MISCONFIGURED);
  }
}
