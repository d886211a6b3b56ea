import { clockEnvironment } from "@network-access/service-runtime/clock";
import {
  accessEnvironment,
  count,
  httpSettings,
  mongoEnvironment,
  mongoSettings,
  openSearchEnvironment,
  openSearchSettings,
  readEnvironment,
  serverEnvironment,
  serviceTrust,
  telemetryEnvironment,
  userTrust,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const rebuildEnvironment = z.object({ ...mongoEnvironment.shape, ...openSearchEnvironment.shape });

const environment = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...rebuildEnvironment.shape,
  ...accessEnvironment.shape,
  MAX_CONCURRENT_SEARCHES: count(2, 256),
  /** Subjects of the services that read the user feed. */
  ACTING_SUBJECTS: words.default(["service:mcp-tools"]),
  ...clockEnvironment.shape,
});

export type Config = ReturnType<typeof readConfig>;
export type RebuildConfig = ReturnType<typeof readRebuildConfig>;

/** Reads the settings of the service, which README.md lists. Throws one error that lists every mistake. */
export function readConfig(env: Environment) {
  const read = readEnvironment(environment, env);
  return {
    logLevel: read.LOG_LEVEL,
    traces: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    stopMs: read.STOP_SECONDS * 1_000,
    http: httpSettings(read),
    ...storesConfig(read),
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
  return storesConfig(readEnvironment(rebuildEnvironment, env));
}

function storesConfig(read: z.output<typeof rebuildEnvironment>) {
  return {
    mongo: mongoSettings(read),
    openSearch: { cluster: openSearchSettings(read), prefix: read.INDEX_PREFIX },
  };
}
