import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import {
  accessEnvironment,
  count,
  httpSettings,
  httpUrl,
  milliseconds,
  mongoEnvironment,
  onOrOff,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  serviceTokenEnvironment,
  telemetryEnvironment,
  words,
} from "@network-access/service-runtime/environment";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { z } from "zod";
import { createReceiverAddresses } from "./integrations/receiver-addresses.ts";
import { parseSecretKeys, type SecretKeys } from "./integrations/secret-keys.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const threshold = z.coerce.number().int().nullable().default(null);

const DAY_MS = 86_400_000;
/** Seconds between tries: over about a day. */
const PAUSES = "5,30,120,600,1800,3600,7200,14400,28800,28800";

const cidrs = words.refine((texts) => texts.every((text) => parseCidr(text).ok), {
  error: "must be CIDRs separated by commas",
});
/** The path of a file; what is read is what stands in it. */
const keyFile = z.string().transform((path, context): SecretKeys => {
  const text = textOf(path);
  const parsed = text === undefined ? { ok: false as const, problem: "can't be read" } : parseSecretKeys(text);
  if (parsed.ok) return parsed.keys;
  context.addIssue({ code: "custom", message: `names a file that ${parsed.problem}` });
  return z.NEVER;
});
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

const pauses = words
  .transform((texts) => texts.map(Number))
  .refine((seconds) => seconds.length <= 100 && seconds.every((one) => one > 0 && one <= 604_800), {
    error: "must be up to 100 numbers of seconds separated by commas, each at most a week",
  });

/** What both processes read: drafts and saved requests are judged by the same settings. */
const judgeEnvironment = z.object({
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
  INTEGRATION_KEYS_FILE: keyFile,
  INTEGRATION_HTTP: onOrOff.default(false),
  INTEGRATION_ADDRESSES: cidrs.default([]),
});

const subgraphEnvironment = z.object({
  ...judgeEnvironment.shape,
  ...accessEnvironment.shape,
  OUTCOME_SUBJECTS: words.default(["service:change-request"]),
  NAMED_GROUP_SUBJECTS: words.default(["service:inventory"]),
  CHANGE_REQUEST_URL: httpUrl,
  DRAFT_MS: milliseconds(10_000),
  PREVIEW_MS: milliseconds(28_000),
  PREVIEW_MEMORY_MB: count(512, 65_536),
  PREVIEW_THREADS: count(Math.min(4, availableParallelism()), 64),
  PREVIEW_READS_AHEAD: onOrOff.default(true),
  PREVIEWS_WAITING: z.coerce.number().int().min(0).default(8),
  READ_MS: milliseconds(5_000),
  MUTATION_MS: milliseconds(10_000),
});

const workerEnvironment = z.object({
  ...judgeEnvironment.shape,
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
  EVENT_SOURCE: z
    .string()
    .min(1)
    .max(1_024)
    .regex(/^[\x21-\x7e]+$/, "must be a URI")
    .default("/network-access"),
  DELIVER_EVERY_MS: milliseconds(1_000),
  DELIVERY_MS: milliseconds(15_000),
  DELIVERY_CONNECT_MS: milliseconds(5_000),
  DELIVERY_PAUSES: pauses.prefault(PAUSES),
  DELIVERY_CONCURRENCY: count(8, 1_000),
  DELIVERIES_KEPT_DAYS: count(90, 3_650),
});

export type JudgeConfig = ReturnType<typeof judgeConfig>;
export type SubgraphConfig = ReturnType<typeof readSubgraphConfig>;
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** The settings of the process that answers people; README.md lists them. Throws one error that names every mistake. */
export function readSubgraphConfig(env: Environment) {
  const read = readEnvironment(subgraphEnvironment, env);
  return {
    ...judgeConfig(read),
    users: { issuer: read.USER_ISSUER, audience: read.USER_AUDIENCE, jwksUrl: read.USER_JWKS_URL },
    services: { issuer: read.SERVICE_ISSUER, audience: read.SERVICE_AUDIENCE, jwksUrl: read.SERVICE_JWKS_URL },
    verdictSubjects: read.OUTCOME_SUBJECTS,
    namedGroupSubjects: read.NAMED_GROUP_SUBJECTS,
    changeRequestUrl: read.CHANGE_REQUEST_URL,
    previews: {
      memoryMb: read.PREVIEW_MEMORY_MB,
      threads: read.PREVIEW_THREADS,
      readsAhead: read.PREVIEW_READS_AHEAD,
      waiting: read.PREVIEWS_WAITING,
    },
    deadlines: {
      draftMs: read.DRAFT_MS,
      previewMs: read.PREVIEW_MS,
      readMs: read.READ_MS,
      mutationMs: read.MUTATION_MS,
    },
  };
}

/** The settings of the process that judges saved requests. */
export function readWorkerConfig(env: Environment) {
  const read = readEnvironment(workerEnvironment, env);
  return {
    ...judgeConfig(read),
    jobs: { redisUrl: read.REDIS_URL, prefix: read.REDIS_PREFIX },
    changeRequestUrl: read.CHANGE_REQUEST_URL,
    concurrency: read.WORKER_CONCURRENCY,
    judgeMs: read.JUDGE_MS,
    comparing: {
      everyMs: read.COMPARE_EVERY_MS,
      quietMs: read.COMPARE_QUIET_MS,
      lookForEditsEveryMs: read.LOOK_FOR_EDITS_EVERY_MS,
      rulesHeld: read.STANDING_RULES_HELD,
      reevaluationsPerSecond: read.JUDGE_AGAIN_PER_SECOND,
    },
    sweep: { everyMs: read.SWEEP_EVERY_MS, leftAfterMs: read.LEFT_AFTER_MS },
    delivering: {
      source: read.EVENT_SOURCE,
      everyMs: read.DELIVER_EVERY_MS,
      deadlineMs: read.DELIVERY_MS,
      connectMs: read.DELIVERY_CONNECT_MS,
      pauses: read.DELIVERY_PAUSES.map((seconds) => seconds * 1_000),
      concurrency: read.DELIVERY_CONCURRENCY,
      keptMs: read.DELIVERIES_KEPT_DAYS * DAY_MS,
      tidyEveryMs: read.SWEEP_EVERY_MS,
    },
  };
}

function judgeConfig(read: z.output<typeof judgeEnvironment>) {
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
    receivers: {
      allowHttp: read.INTEGRATION_HTTP,
      addresses: createReceiverAddresses(read.INTEGRATION_ADDRESSES),
    },
    secretKeys: read.INTEGRATION_KEYS_FILE,
  };
}
