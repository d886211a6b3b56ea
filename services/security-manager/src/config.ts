import {
  accessEnvironment,
  count,
  httpSettings,
  mongoEnvironment,
  openSearchEnvironment,
  readEnvironment,
  serverEnvironment,
  telemetryEnvironment,
} from "@network-access/service-runtime/environment";
import { openSearchSettings } from "@network-access/service-runtime/opensearch-settings";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const environment = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...mongoEnvironment.shape,
  ...openSearchEnvironment.shape,
  ...accessEnvironment.shape,
  MAX_CONCURRENT_SEARCHES: count(2, 256),
});

export type Config = ReturnType<typeof readConfig>;

/** The settings of the service; README.md lists them. Throws one error that names every mistake. */
export function readConfig(env: Environment) {
  const read = readEnvironment(environment, env);
  return {
    logLevel: read.LOG_LEVEL,
    traces: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    stopMs: read.STOP_SECONDS * 1_000,
    http: httpSettings(read),
    mongo: { url: read.MONGO_URL, database: read.MONGO_DATABASE },
    openSearch: { cluster: openSearchSettings(read), prefix: read.INDEX_PREFIX },
    users: { issuer: read.USER_ISSUER, audience: read.USER_AUDIENCE, jwksUrl: read.USER_JWKS_URL },
    maxConcurrentSearches: read.MAX_CONCURRENT_SEARCHES,
  };
}
