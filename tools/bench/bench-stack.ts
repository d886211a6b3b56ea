import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { type Graph, graphClient } from "@network-access/local-stack/graph-client";
import type { ProcessName } from "@network-access/local-stack/process-plans";
import { type RunningStack, startStack } from "@network-access/local-stack/start-stack";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import { workspace } from "@network-access/local-stack/workspace";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { withEngines } from "../checks/with-engines.ts";

/** A stack with its engines. It has its own databases, queues and indexes. */
export interface BenchStack {
  readonly stack: RunningStack;
  /** The token that `graph` uses. */
  readonly token: string;
  readonly graph: Graph;
  /** A database client of the benchmark. */
  readonly mongo: MongoClient;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  readonly opensearchUrl: string;
  /** Prefix of every database, queue and index. */
  readonly prefix: string;
}

/** Starts a stack, calls `work` with it, stops it, and removes its data from the engines. */
export async function withBenchStack<Result>(
  settings: {
    readonly permissions: readonly string[];
    /** Processes that write a processor profile into `profileFolder` when they end. */
    readonly profiled?: readonly ProcessName[];
    readonly profileFolder?: string | undefined;
    /** Additional settings by process. */
    readonly environment?: Partial<Record<ProcessName, Record<string, string>>>;
    /**
     * With "distribution", OpenSearch runs with the Java flags of its distribution. By default it runs with flags that
     * make it start quickly.
     */
    readonly opensearchFlags?: "distribution";
  },
  work: (stack: BenchStack) => Promise<Result>,
): Promise<Result> {
  const { permissions, profiled = [], profileFolder, opensearchFlags } = settings;
  return withEngines(
    async ({ TEST_MONGO_URL, TEST_REDIS_URL, TEST_OPENSEARCH_URL }) => {
      if (!TEST_MONGO_URL || !TEST_REDIS_URL || !TEST_OPENSEARCH_URL) throw new Error("an engine has no URL");
      const engines = { mongoUrl: TEST_MONGO_URL, redisUrl: TEST_REDIS_URL, opensearchUrl: TEST_OPENSEARCH_URL };
      const dataFolder = temporaryDataFolder();
      // The folder is also removed when the benchmark is interrupted.
      process.once("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
      const prefix = `bench-${randomBytes(4).toString("hex")}`;
      const mongo = await new MongoClient(engines.mongoUrl).connect();
      try {
        const environment = { ...settings.environment };
        for (const name of profiled) environment[name] = profiling(environment[name] ?? {}, profileFolder);
        const stack = await startStack({ root: workspace.root, engines, dataFolder, prefix, environment });
        try {
          const token = await stack.userToken({ email: "bench@example.com", permissions, expiresInSeconds: 86_400 });
          return await work({ ...engines, stack, token, graph: graphClient(stack.graphUrl, token), mongo, prefix });
        } finally {
          await stack.stop();
        }
      } finally {
        await removeData(prefix, mongo, engines);
        await mongo.close();
      }
    },
    opensearchFlags ? { opensearchFlags } : {},
  );
}

async function removeData(prefix: string, mongo: MongoClient, urls: { redisUrl: string; opensearchUrl: string }) {
  const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await mongo.db(name).dropDatabase();
  const indexes = await fetch(`${urls.opensearchUrl}/_cat/indices/${prefix}*?format=json&h=index`);
  for (const { index } of (await indexes.json()) as { index: string }[])
    await fetch(`${urls.opensearchUrl}/${index}`, { method: "DELETE" });
  const redis = new Redis(urls.redisUrl);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 }))
    if (keys.length > 0) await redis.unlink(...keys);
  redis.disconnect();
}

/**
 * Returns the environment variables with which Node writes a processor profile when a process ends. If `folder` is
 * undefined, returns `environment` unchanged.
 */
function profiling(environment: Record<string, string>, folder: string | undefined): Record<string, string> {
  if (folder === undefined) return environment;
  mkdirSync(folder, { recursive: true });
  const options = `${environment.NODE_OPTIONS ?? ""} --cpu-prof --cpu-prof-dir=${folder}`.trim();
  return { ...environment, NODE_OPTIONS: options };
}
