import {
  accessEnvironment,
  count,
  httpUrl,
  onOrOff,
  processEnvironment,
  processSettings,
  readEnvironment,
  redisEnvironment,
  redisSettings,
  serviceTokenEnvironment,
  serviceTrust,
  storesEnvironment,
  storesSettings,
  userTrust,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const subjects = words.pipe(z.array(z.string()).min(1, "must name at least one subject"));
const bytes = (standard: number) => z.coerce.number().int().min(1_024).default(standard);

const environment = z.object({
  ...processEnvironment.shape,
  ...storesEnvironment.shape,
  ...redisEnvironment.shape,
  ...accessEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  BOUNDARY_EVALUATOR_URL: httpUrl,
  ADDRESS_RESOLUTION_SUBJECTS: subjects.default(["service:boundary-evaluator"]),
  MAX_UPLOAD_BYTES: bytes(16 * 1_024 * 1_024),
  MAX_CONCURRENT_UPLOADS: count(8, 256),
  MAX_CONCURRENT_SEARCHES: count(3, 256),
  GROUP_CONCURRENCY: count(4, 64),
  DOCS_PAGE: onOrOff.default(true),
  FEED_MEMORY_BYTES: bytes(64 * 1_024 * 1_024),
});

export type Config = ReturnType<typeof readConfig>;
export type RebuildConfig = ReturnType<typeof readRebuildConfig>;

/**
 * Reads the service's settings from environment variables. README.md describes the variables. Throws a single error
 * that lists every mistake.
 */
export function readConfig(env: Environment) {
  const read = readEnvironment(environment, env);
  return {
    ...storesSettings(read),
    ...processSettings(read),
    jobs: { redis: redisSettings(read), prefix: read.REDIS_PREFIX },
    users: userTrust(read),
    services: serviceTrust(read),
    serviceTokenFile: read.SERVICE_TOKEN_FILE,
    evaluatorUrl: read.BOUNDARY_EVALUATOR_URL,
    addressSubjects: read.ADDRESS_RESOLUTION_SUBJECTS,
    uploads: { maxBytes: read.MAX_UPLOAD_BYTES, maxConcurrent: read.MAX_CONCURRENT_UPLOADS },
    maxConcurrentSearches: read.MAX_CONCURRENT_SEARCHES,
    groupConcurrency: read.GROUP_CONCURRENCY,
    feedMemoryBytes: read.FEED_MEMORY_BYTES,
    hasDocsPage: read.DOCS_PAGE,
  };
}

/** Reads the settings of the command that rebuilds the index. These settings are a subset of the service's settings. */
export function readRebuildConfig(env: Environment) {
  return storesSettings(readEnvironment(storesEnvironment, env));
}
