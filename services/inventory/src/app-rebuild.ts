import { randomUUID } from "node:crypto";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import type { Logger } from "@network-access/service-runtime/logger";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import type { RebuildConfig } from "./config.ts";
import { createMongoItemStore } from "./items/mongo-item-store.ts";
import { createMongoItemWalk } from "./items/mongo-item-walk.ts";
import { rebuildIndex } from "./projection/rebuild-index.ts";
import { reportRebuild } from "./projection/report-rebuild.ts";
import { createOpenSearchItemRebuild } from "./search-index/opensearch-item-rebuild.ts";

/** Assembles the command that rebuilds the search index. `run` resolves to the exit code of the command. */
export function assembleRebuild(config: RebuildConfig, logger: Logger) {
  const mongo = connectMongo({ ...config.mongo, logger, appName: "rebuild" });
  const openSearch = createOpenSearchClient(config.openSearch.cluster, { deadlineMs: 30_000 });
  const rebuild = createOpenSearchItemRebuild(openSearch, config.openSearch.prefix);
  const needs = {
    leases: createMongoLeaseStore(mongo.database),
    walk: createMongoItemWalk(mongo.database),
    items: createMongoItemStore(mongo.database),
    rebuild,
    holder: randomUUID(),
    now: () => new Date(),
  };
  return {
    run: (signal: AbortSignal) =>
      reportRebuild({
        async rebuild(progress) {
          await mongo.start();
          return rebuildIndex({ ...needs, progress }, signal);
        },
        renewFilters: rebuild.renewFilters,
        say: (line) => void process.stdout.write(`${line}\n`),
        now: Date.now,
      }),
    async stop() {
      await openSearch.stop();
      await mongo.stop();
    },
  };
}
