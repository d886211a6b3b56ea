import { clockEnvironment } from "@network-access/service-runtime/clock";
import {
  accessEnvironment,
  count,
  processEnvironment,
  processSettings,
  readEnvironment,
  serviceTrust,
  storesEnvironment,
  storesSettings,
  userTrust,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const environment = z.object({
  ...processEnvironment.shape,
  ...storesEnvironment.shape,
  ...accessEnvironment.shape,
  MAX_CONCURRENT_SEARCHES: count(2, 256),
  /**
   * The token subjects of the services that may send requests on behalf of users. These services may also list the
   * rights of each user.
   */
  ACTING_SUBJECTS: words.default(["service:mcp-tools"]),
  ...clockEnvironment.shape,
});

export type Config = ReturnType<typeof readConfig>;
export type RebuildConfig = ReturnType<typeof readRebuildConfig>;

/**
 * Reads the settings of the service from environment variables. README.md lists the settings. If settings are invalid,
 * throws one error that lists all mistakes.
 */
export function readConfig(env: Environment) {
  const read = readEnvironment(environment, env);
  return {
    ...processSettings(read),
    ...storesSettings(read),
    users: userTrust(read),
    services: serviceTrust(read),
    actingSubjects: read.ACTING_SUBJECTS,
    maxConcurrentSearches: read.MAX_CONCURRENT_SEARCHES,
    fixedTime: read.FIXED_TIME,
  };
}

/**
 * Reads the settings of the command that rebuilds the indexes. These settings are a subset of the service's settings.
 */
export function readRebuildConfig(env: Environment) {
  return storesSettings(readEnvironment(storesEnvironment, env));
}
