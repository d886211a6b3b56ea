import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import {
  accessEnvironment,
  count,
  httpUrl,
  milliseconds,
  mongoEnvironment,
  mongoSettings,
  onOrOff,
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
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { z } from "zod";
import { createReceiverAddresses } from "./integrations/receiver-addresses.ts";
import { parseSecretKeys, type SecretKeys } from "./integrations/secret-keys.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const threshold = z.coerce.number().int().nullable().default(null);

const DAY_MS = 86_400_000;
/** The pauses between attempts to deliver an event, in seconds. They add up to about a day. */
const PAUSES = "5,30,120,600,1800,3600,7200,14400,28800,28800";

const cidrs = words.refine((texts) => texts.every((text) => parseCidr(text).ok), {
  error: "must be CIDRs separated by commas",
});
/** A setting that contains the path of a key file. Parsing returns the keys in this file instead of the path. */
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
  .refine((seconds) => seconds.length <= 100 && seconds.every((pause) => pause > 0 && pause <= 604_800), {
    error: "must be up to 100 numbers of seconds separated by commas, each at most a week",
  });

/**
 * The settings that the subgraph process and the worker process share. The subgraph process evaluates drafts and the
 * worker process evaluates saved requests, so both need the same settings.
 */
const judgeEnvironment = z.object({
  ...processEnvironment.shape,
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

/**
 * Reads the settings of the subgraph process from the environment variables. README.md lists the variables. Throws one
 * error that lists all mistakes.
 */
export function readSubgraphConfig(env: Environment) {
  const read = readEnvironment(subgraphEnvironment, env);
  return {
    ...judgeConfig(read),
    calls: { ...callsConfig(read), changeRequestUrl: read.CHANGE_REQUEST_URL },
    users: userTrust(read),
    services: serviceTrust(read),
    subjects: { verdicts: read.OUTCOME_SUBJECTS, namedGroups: read.NAMED_GROUP_SUBJECTS },
    previews: {
      memoryMb: read.PREVIEW_MEMORY_MB,
      threads: read.PREVIEW_THREADS,
      readAhead: read.PREVIEW_READS_AHEAD,
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

/** Reads the settings of the worker process. */
export function readWorkerConfig(env: Environment) {
  const read = readEnvironment(workerEnvironment, env);
  return {
    ...judgeConfig(read),
    calls: { ...callsConfig(read), changeRequestUrl: read.CHANGE_REQUEST_URL },
    jobs: { redis: redisSettings(read), prefix: read.REDIS_PREFIX },
    evaluations: { concurrency: read.WORKER_CONCURRENCY, deadlineMs: read.JUDGE_MS },
    scans: {
      everyMs: read.COMPARE_EVERY_MS,
      minPauseMs: read.COMPARE_QUIET_MS,
      checkEditsEveryMs: read.LOOK_FOR_EDITS_EVERY_MS,
      cachedRules: read.STANDING_RULES_HELD,
      reevaluationsPerSecond: read.JUDGE_AGAIN_PER_SECOND,
    },
    reconcile: { everyMs: read.SWEEP_EVERY_MS, unfinishedAfterMs: read.LEFT_AFTER_MS },
    deliveries: {
      source: read.EVENT_SOURCE,
      everyMs: read.DELIVER_EVERY_MS,
      deadlineMs: read.DELIVERY_MS,
      connectMs: read.DELIVERY_CONNECT_MS,
      pauses: read.DELIVERY_PAUSES.map((seconds) => seconds * 1_000),
      concurrency: read.DELIVERY_CONCURRENCY,
      keptMs: read.DELIVERIES_KEPT_DAYS * DAY_MS,
      purgeEveryMs: read.SWEEP_EVERY_MS,
    },
  };
}

function judgeConfig(read: z.output<typeof judgeEnvironment>) {
  return {
    ...processSettings(read),
    mongo: mongoSettings(read),
    calls: callsConfig(read),
    addresses: { cachedCidrs: read.ADDRESS_MEMORY_CIDRS },
    boundaries: { compareEveryMs: read.COMPARE_BOUNDARIES_EVERY_MS },
    judge: {
      thresholds: { scoreReviewAt: read.SCORE_REVIEW_AT, scoreFailAt: read.SCORE_FAIL_AT },
      inlineWeight: read.JUDGE_INLINE_WEIGHT,
      threads: read.JUDGING_THREADS,
      threadMemoryMb: read.JUDGING_THREAD_MEMORY_MB,
    },
    integrations: {
      receivers: {
        allowHttp: read.INTEGRATION_HTTP,
        addresses: createReceiverAddresses(read.INTEGRATION_ADDRESSES),
      },
      secretKeys: read.INTEGRATION_KEYS_FILE,
    },
  };
}

function callsConfig(read: z.output<typeof judgeEnvironment>) {
  return {
    tokenFile: read.SERVICE_TOKEN_FILE,
    deadlineMs: read.INTERNAL_CALL_MS,
    inventoryUrl: read.INVENTORY_URL,
  };
}
