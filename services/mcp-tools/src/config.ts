import { resolve } from "node:path";
import { clockEnvironment } from "@network-access/service-runtime/clock";
import {
  count,
  httpUrl,
  mongoEnvironment,
  openSearchEnvironment,
  processEnvironment,
  processSettings,
  readEnvironment,
  redisEnvironment,
  redisSettings,
  serviceTokenEnvironment,
  storesSettings,
  userAccessEnvironment,
  userTrust,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

const environment = z.object({
  ...processEnvironment.shape,
  ...mongoEnvironment.shape,
  ...redisEnvironment.shape,
  ...openSearchEnvironment.shape,
  ...userAccessEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  /**
   * The default is higher than the number of requests that the default rates admit within 20 s, the maximum duration of
   * a call.
   */
  MAX_CONCURRENT_REQUESTS: count(3_000, 100_000),
  SECURITY_MANAGER_URL: httpUrl,
  /** Host names that clients may use to call the endpoint, separated by commas. Loopback names are always accepted. */
  ALLOWED_HOSTS: words
    .refine((hosts) => hosts.every(isHostName), "must be host names without scheme and port, such as tools.example.com")
    .default([]),
  /**
   * The limits for all users together: calls per second (USER_RATE), and calls that may arrive at the same time
   * (USER_BURST).
   */
  USER_RATE: count(50, 100_000),
  USER_BURST: count(100, 100_000),
  /**
   * The limits for all callers without a user together: calls per second (OPEN_RATE), and calls that may arrive at the
   * same time (OPEN_BURST).
   */
  OPEN_RATE: count(50, 100_000),
  OPEN_BURST: count(100, 100_000),
  /**
   * The number of processes of this service. While Redis is unavailable, each process limits calls to the rates divided
   * by this number.
   */
  REPLICAS: count(1, 1_000),
  /**
   * The folder that contains the folders of the documentation, `docs/` and `services/`. The default is the root of this
   * source tree.
   */
  DOCUMENTATION_ROOT: z
    .string()
    .min(1)
    .default(resolve(import.meta.dirname, "../../..")),
  /** The base URL of the documentation, if a server other than this one serves it. */
  DOCS_URL: httpUrl.optional(),
  /**
   * The URL at which clients reach this service. Unless DOCS_URL is set, links to the documentation begin with this
   * URL.
   */
  PUBLIC_URL: httpUrl.optional(),
  ...clockEnvironment.shape,
});

function isHostName(host: string): boolean {
  return URL.parse(`http://${host}`)?.hostname === host.toLowerCase();
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings of the service from environment variables, which README.md describes. If some are invalid, throws
 * one error that lists all mistakes.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const read = readEnvironment(environment, env);
  return {
    ...processSettings(read),
    ...storesSettings(read),
    rateStore: { redis: redisSettings(read), prefix: read.REDIS_PREFIX },
    users: userTrust(read),
    managerUrl: read.SECURITY_MANAGER_URL,
    serviceTokenFile: read.SERVICE_TOKEN_FILE,
    places: {
      hosts: read.ALLOWED_HOSTS.map((host) => host.toLowerCase()),
      origins: read.CORS_ORIGINS,
    },
    rates: {
      users: { perSecond: read.USER_RATE, burst: read.USER_BURST },
      others: { perSecond: read.OPEN_RATE, burst: read.OPEN_BURST },
      replicas: read.REPLICAS,
    },
    documentation: { root: read.DOCUMENTATION_ROOT, docsUrl: read.DOCS_URL, publicUrl: read.PUBLIC_URL },
    fixedTime: read.FIXED_TIME,
  };
}
