import {
  accessEnvironment,
  mongoEnvironment,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  telemetryEnvironment,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

const subjects = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  )
  .pipe(z.array(z.string()).min(1, "must name at least one subject"));

const Environment = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...mongoEnvironment.shape,
  ...redisEnvironment.shape,
  ...accessEnvironment.shape,
  OPENSEARCH_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, "must be 1 to 63 lower-case letters, digits, `_` or `-`")
    .default("network-access"),
  ADDRESS_RESOLUTION_SUBJECTS: subjects.default(["service:boundary-evaluator"]),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(16 * 1_024 * 1_024),
  MAX_CONCURRENT_UPLOADS: z.coerce.number().int().min(1).max(256).default(8),
  GROUP_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
});

/** What this process reads from its environment; README.md describes each. */
export type Config = z.output<typeof Environment>;

export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(Environment, env);
