import { availableParallelism } from "node:os";
import {
  accessEnvironment,
  count,
  httpSettings,
  httpUrl,
  milliseconds,
  mongoEnvironment,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  serviceTokenEnvironment,
  telemetryEnvironment,
  words,
} from "@network-access/service-runtime/environment";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const threshold = z.coerce.number().int().nullable().default(null);

/** What both processes read: drafts and saved requests are judged by the same settings. */
const judgingEnvironment = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...mongoEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  INVENTORY_URL: httpUrl,
  SCORE_REVIEW_AT: threshold,
  SCORE_FAIL_AT: threshold,
  INTERNAL_CALL_MS: milliseconds(2_000),
  ADDRESS_MEMORY_CIDRS: count(2_000_000, 1_000_000_000),
  COMPARE_BOUNDARIES_EVERY_MS: milliseconds(30_000),
  JUDGE_INLINE_WEIGHT: z.coerce.number().int().min(0).default(20_000),
  JUDGING_THREADS: count(Math.max(1, Math.min(4, availableParallelism() - 1)), 64),
  JUDGING_THREAD_MEMORY_MB: count(1_024, 65_536),
});

const subgraphEnvironment = z.object({
  ...judgingEnvironment.shape,
  ...accessEnvironment.shape,
  OUTCOME_SUBJECTS: words.default(["service:change-request"]),
  NAMED_GROUP_SUBJECTS: words.default(["service:inventory"]),
  DRAFT_MS: milliseconds(10_000),
  READ_MS: milliseconds(5_000),
  MUTATION_MS: milliseconds(10_000),
});

const workerEnvironment = z.object({
  ...judgingEnvironment.shape,
  ...redisEnvironment.shape,
  CHANGE_REQUEST_URL: httpUrl,
  WORKER_CONCURRENCY: count(16, 1_000),
  JUDGE_MS: milliseconds(60_000),
  COMPARE_EVERY_MS: milliseconds(30_000),
  COMPARE_QUIET_MS: milliseconds(500),
  LOOK_FOR_EDITS_EVERY_MS: milliseconds(1_000),
  JUDGE_AGAIN_PER_SECOND: count(50, 10_000),
  STANDING_RULES_HELD: count(100_000, 10_000_000),
  SWEEP_EVERY_MS: milliseconds(10_000),
  LEFT_AFTER_MS: milliseconds(30_000),
});

export type JudgingConfig = ReturnType<typeof judgingConfig>;
export type SubgraphConfig = ReturnType<typeof readSubgraphConfig>;
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** The settings of the process that answers people; README.md lists them. Throws one error that names every mistake. */
export function readSubgraphConfig(env: Environment) {
  const read = readEnvironment(subgraphEnvironment, env);
  return {
    ...judgingConfig(read),
    users: { issuer: read.USER_ISSUER, audience: read.USER_AUDIENCE, jwksUrl: read.USER_JWKS_URL },
    services: { issuer: read.SERVICE_ISSUER, audience: read.SERVICE_AUDIENCE, jwksUrl: read.SERVICE_JWKS_URL },
    outcomeSubjects: read.OUTCOME_SUBJECTS,
    namedGroupSubjects: read.NAMED_GROUP_SUBJECTS,
    deadlines: { draftMs: read.DRAFT_MS, readMs: read.READ_MS, mutationMs: read.MUTATION_MS },
  };
}

/** The settings of the process that judges saved requests. */
export function readWorkerConfig(env: Environment) {
  const read = readEnvironment(workerEnvironment, env);
  return {
    ...judgingConfig(read),
    jobs: { redisUrl: read.REDIS_URL, prefix: read.REDIS_PREFIX },
    changeRequestUrl: read.CHANGE_REQUEST_URL,
    concurrency: read.WORKER_CONCURRENCY,
    judgeMs: read.JUDGE_MS,
    comparing: {
      everyMs: read.COMPARE_EVERY_MS,
      quietMs: read.COMPARE_QUIET_MS,
      lookForEditsEveryMs: read.LOOK_FOR_EDITS_EVERY_MS,
      rulesHeld: read.STANDING_RULES_HELD,
      judgeAgainPerSecond: read.JUDGE_AGAIN_PER_SECOND,
    },
    sweep: { everyMs: read.SWEEP_EVERY_MS, leftAfterMs: read.LEFT_AFTER_MS },
  };
}

function judgingConfig(read: z.output<typeof judgingEnvironment>) {
  return {
    logLevel: read.LOG_LEVEL,
    traces: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    stopMs: read.STOP_SECONDS * 1_000,
    http: httpSettings(read),
    mongo: { url: read.MONGO_URL, database: read.MONGO_DATABASE },
    serviceTokenFile: read.SERVICE_TOKEN_FILE,
    inventoryUrl: read.INVENTORY_URL,
    internalCallMs: read.INTERNAL_CALL_MS,
    addressMemoryCidrs: read.ADDRESS_MEMORY_CIDRS,
    compareBoundariesEveryMs: read.COMPARE_BOUNDARIES_EVERY_MS,
    thresholds: { scoreReviewAt: read.SCORE_REVIEW_AT, scoreFailAt: read.SCORE_FAIL_AT },
    inlineWeight: read.JUDGE_INLINE_WEIGHT,
    threads: read.JUDGING_THREADS,
    threadMemoryMb: read.JUDGING_THREAD_MEMORY_MB,
  };
}
