import { rmSync } from "node:fs";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { startEngines } from "@network-access/local-stack/start-engines";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work` with environment variables that contain the URLs of MongoDB, Redis and OpenSearch. If `TEST_MONGO_URL`,
 * `TEST_REDIS_URL` or `TEST_OPENSEARCH_URL` is set, uses the engine at this URL. Starts the other engines without data,
 * for this run only. With `inMemory`, the started engines keep their data in memory.
 */
export async function withEngines<Result>(
  work: (environment: NodeJS.ProcessEnv) => Promise<Result>,
  {
    inMemory = false,
    ...how
  }: Pick<Parameters<typeof startEngines>[0], "opensearchFlags"> & { inMemory?: boolean } = {},
): Promise<Result> {
  const { TEST_MONGO_URL: mongo, TEST_REDIS_URL: redis, TEST_OPENSEARCH_URL: opensearch } = process.env;
  const engines = await prepareEngines({ urls: { mongo, redis, opensearch } });
  const dataFolder = temporaryDataFolder({ inMemory });
  const guard = startOrphanGuard();
  const end = async () => {
    await guard.endEverything();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  for (const signal of SIGNALS) process.once(signal, () => void end().then(() => process.exit(1)));
  try {
    const running = await startEngines({ engines, dataFolder, guard, ...how });
    return await work({
      ...process.env,
      TEST_MONGO_URL: running.mongoUrl,
      TEST_REDIS_URL: running.redisUrl,
      TEST_OPENSEARCH_URL: running.opensearchUrl,
    });
  } finally {
    await end();
  }
}
