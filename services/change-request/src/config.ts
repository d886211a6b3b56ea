import {
  accessEnvironment,
  count,
  httpUrl,
  milliseconds,
  mongoEnvironment,
  mongoSettings,
  processEnvironment,
  processSettings,
  readEnvironment,
  redisEnvironment,
  redisSettings,
  serviceTokenEnvironment,
  serviceTrust,
  userTrust,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

const environment = z.object({
  ...processEnvironment.shape,
  ...mongoEnvironment.shape,
  ...redisEnvironment.shape,
  ...accessEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  BOUNDARY_EVALUATOR_URL: httpUrl,
  CHANGE_REQUEST_TEXT_SUBJECTS: words.default(["service:boundary-evaluator"]),
  JUDGE_AGAIN_SUBJECTS: words.default(["service:boundary-evaluator"]),
  STORE_DEADLINE_MS: milliseconds(5_000, 100),
  RESEND_AFTER_MS: milliseconds(30_000),
  SENDINGS_BEFORE_ERROR: count(10, 1_000),
  SLOW_RESEND_MS: milliseconds(300_000),
  FIRST_RETRY_MS: milliseconds(2_000),
  SLOWEST_RETRY_MS: milliseconds(300_000),
  SWEEP_EVERY_MS: milliseconds(1_000),
  SWEEP_BATCH: count(200, 10_000),
  APPLY_CONCURRENCY: count(20, 1_000),
  LOOK_EVERY_MS: milliseconds(2_000),
  HEARTBEAT_MS: milliseconds(15_000),
  RECONNECT_MS: milliseconds(2_000),
  STALLED_READER_MS: milliseconds(10_000),
  MAX_STREAMS: count(2_000, 100_000),
  MAX_STREAMS_PER_CALLER: count(100, 100_000),
  KEEP_DELETED_DAYS: z.coerce.number().min(1).optional(),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the variables that README.md lists. Durations are in milliseconds. Throws one error that lists every invalid
 * variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const read = readEnvironment(environment, env);
  const settings = processSettings(read);
  return {
    ...settings,
    http: {
      ...settings.http,
      stalledMs: read.STALLED_READER_MS,
      // Each stream and each request needs a connection.
      maxConnections: Math.max(read.MAX_CONNECTIONS, read.MAX_STREAMS + read.MAX_CONCURRENT_REQUESTS),
    },
    mongo: mongoSettings(read),
    jobs: { redis: redisSettings(read), prefix: read.REDIS_PREFIX },
    users: userTrust(read),
    services: serviceTrust(read),
    serviceTokenFile: read.SERVICE_TOKEN_FILE,
    store: {
      deadlineMs: read.STORE_DEADLINE_MS,
      keepDeletedMs: read.KEEP_DELETED_DAYS === undefined ? undefined : read.KEEP_DELETED_DAYS * 86_400_000,
    },
    evaluatorUrl: read.BOUNDARY_EVALUATOR_URL,
    textSubjects: read.CHANGE_REQUEST_TEXT_SUBJECTS,
    reevaluationSubjects: read.JUDGE_AGAIN_SUBJECTS,
    pace: {
      resendAfterMs: read.RESEND_AFTER_MS,
      sendsBeforeError: read.SENDINGS_BEFORE_ERROR,
      slowResendMs: read.SLOW_RESEND_MS,
      firstRetryMs: read.FIRST_RETRY_MS,
      slowestRetryMs: read.SLOWEST_RETRY_MS,
    },
    resend: { everyMs: read.SWEEP_EVERY_MS, batch: read.SWEEP_BATCH },
    events: {
      pollEveryMs: read.LOOK_EVERY_MS,
      heartbeatMs: read.HEARTBEAT_MS,
      retryMs: read.RECONNECT_MS,
      bounds: { most: read.MAX_STREAMS, mostPerCaller: read.MAX_STREAMS_PER_CALLER },
    },
    applyConcurrency: read.APPLY_CONCURRENCY,
  };
}
