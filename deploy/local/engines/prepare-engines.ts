import { cacheFolder, makePassableFolder } from "../fetching/cache-folder.ts";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import type { PackageRoot } from "../fetching/package-root.ts";
import { type Progress, showProgress } from "../processes/progress.ts";
import { fetchMongo, type MongoPrograms } from "./mongo.ts";
import { fetchOpensearch, type OpensearchPrograms } from "./opensearch.ts";
import { fetchRedis } from "./redis.ts";

/** The URL of each engine that runs already, and the programs of each engine that must be started. */
export interface PreparedEngines {
  mongo: { url: string } | { programs: MongoPrograms };
  redis: { url: string } | { programs: PackageRoot };
  opensearch: { url: string } | { programs: OpensearchPrograms };
}

export interface EngineUrls {
  mongo?: string | undefined;
  redis?: string | undefined;
  opensearch?: string | undefined;
}

/**
 * Fetches the programs of all engines in parallel, unless they are cached. Fetches nothing for an engine with a URL,
 * because such an engine runs already. `urls` defaults to the environment variables `MONGO_URL`, `REDIS_URL` and
 * `OPENSEARCH_URL`.
 */
export async function prepareEngines(
  options: {
    environment?: Record<string, string | undefined>;
    urls?: EngineUrls;
    progress?: Progress;
    refresh?: boolean;
  } = {},
): Promise<PreparedEngines> {
  const environment = options.environment ?? process.env;
  const urls = options.urls ?? engineUrls(environment);
  const cache = cacheFolder(environment);
  const progress = options.progress ?? showProgress(process.stderr);
  const place: FetchPlace = { cache, progress, refresh: options.refresh ?? false, environment };
  if (!urls.mongo || !urls.redis || !urls.opensearch) makePassableFolder(cache);
  const [mongo, redis, opensearch] = await Promise.all([
    urls.mongo ? { url: urls.mongo } : fetchMongo(place).then((programs) => ({ programs })),
    urls.redis ? { url: urls.redis } : fetchRedis(place).then((programs) => ({ programs })),
    urls.opensearch ? { url: urls.opensearch } : fetchOpensearch(place).then((programs) => ({ programs })),
  ]);
  return { mongo, redis, opensearch };
}

/** Returns the engine URLs in an environment. An empty text counts as unset. */
export function engineUrls(environment: Record<string, string | undefined>): EngineUrls {
  return {
    mongo: environment.MONGO_URL || undefined,
    redis: environment.REDIS_URL || undefined,
    opensearch: environment.OPENSEARCH_URL || undefined,
  };
}
