import { randomUUID } from "node:crypto";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { mongoEnvironment, readEnvironment } from "@network-access/service-runtime/environment";
import { createLogger } from "@network-access/service-runtime/logger";
import { z } from "zod";
import { createOpenSearchClient } from "./clients/opensearch.ts";
import { indexEnvironment } from "./config.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { createMongoItemStore } from "./stores/mongo-item-store.ts";
import { createMongoItemWalk } from "./stores/mongo-item-walk.ts";
import { createMongoLeaseStore } from "./stores/mongo-lease-store.ts";
import { createOpenSearchItemRebuild } from "./stores/opensearch-item-rebuild.ts";

/** One rebuild of the index, told line by line; ends with 1 where there is no new index. Reads four settings of the service. */
const Environment = z.object({ ...mongoEnvironment.shape, ...indexEnvironment.shape });
const config = readEnvironment(Environment, process.env);

const logger = createLogger({ name: "inventory-rebuild", level: "error" });
const mongo = connectMongo({ url: config.MONGO_URL, database: config.MONGO_DATABASE, logger, appName: "rebuild" });
const openSearch = createOpenSearchClient(config.OPENSEARCH_URL, { deadlineMs: 30_000 });
const rebuild = createOpenSearchItemRebuild(openSearch, config.INDEX_PREFIX);
const asked = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => asked.abort(new Error("broken off")));

let toldAt = 0;
function progress(doing: "writing" | "comparing", items: number): void {
  if (Date.now() - toldAt < 1_000) return;
  toldAt = Date.now();
  say(`${doing}: ${items} items so far`);
}
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await mongo.start();
  const needs = {
    leases: createMongoLeaseStore(mongo.database),
    walk: createMongoItemWalk(mongo.database),
    items: createMongoItemStore(mongo.database),
    rebuild,
    holder: randomUUID(),
    now: () => new Date(),
    progress,
  };
  const result = await rebuildIndex(needs, asked.signal);
  if (result.ok) {
    const { index, removed, items, unsearchable } = result.rebuilt;
    say(`searches go to "${index}" with ${items} items; removed: ${removed.join(", ")}`);
    if (unsearchable > 0) say(`${unsearchable} items can't be searched; the metrics of the service count them`);
    if (await rebuild.renewFilters()) say("the index of group filters is made anew by the service");
  } else {
    say(result.problem);
    process.exitCode = 1;
  }
} catch (error) {
  say(`the old index stays: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await openSearch.stop();
  await mongo.stop();
}
