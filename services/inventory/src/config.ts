import {
  accessEnvironment,
  count,
  httpUrl,
  mongoEnvironment,
  onOrOff,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  serviceTokenEnvironment,
  telemetryEnvironment,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

const subjects = words.pipe(z.array(z.string()).min(1, "must name at least one subject"));

/** Where the index is. */
export const indexEnvironment = z.object({
  OPENSEARCH_URL: httpUrl,
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, "must be 1 to 63 lower-case letters, digits, `_` or `-`")
    .default("network-access"),
});

const Environment = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...mongoEnvironment.shape,
  ...redisEnvironment.shape,
  ...accessEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  BOUNDARY_EVALUATOR_URL: httpUrl,
  ...indexEnvironment.shape,
  ADDRESS_RESOLUTION_SUBJECTS: subjects.default(["service:boundary-evaluator"]),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(16 * 1_024 * 1_024),
  MAX_CONCURRENT_UPLOADS: count(8, 256),
  MAX_CONCURRENT_SEARCHES: count(3, 256),
  GROUP_CONCURRENCY: count(4, 64),
  DOCS_PAGE: onOrOff.default(true),
  FEED_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(64 * 1_024 * 1_024),
});

/** What this process reads from its environment; README.md describes each. */
export type Config = z.output<typeof Environment>;

export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(Environment, env);
