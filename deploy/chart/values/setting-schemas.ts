import { z } from "zod";

const count = (most: number) => z.int().min(1).max(most);
const atLeast = (least: number) => z.int().min(least);
const milliseconds = atLeast(10);
const deadline = z.int().min(50).max(600_000);
const url = z.string().regex(/^https?:\/\/[^\s/]+/);
const origins = z.array(url);
const cidr = z.string().regex(/^[0-9A-Fa-f.:]+\/[0-9]{1,3}$/);

/** Environment variables that every process reads. */
const ofServers = {
  HOST: z.string().min(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
  DRAIN_SECONDS: z.number().min(0).max(300),
  STOP_SECONDS: z.number().min(1).max(600),
  MAX_BODY_BYTES: atLeast(1_024),
  MAX_CONCURRENT_REQUESTS: count(100_000),
  MAX_CONNECTIONS: count(1_000_000),
  REQUEST_MEMORY_BYTES: atLeast(1_024 * 1_024),
  REQUEST_TIMEOUT_MS: atLeast(100),
  CORS_ORIGINS: origins,
};

const ofBothEvaluators = {
  SCORE_REVIEW_AT: z.int(),
  SCORE_FAIL_AT: z.int(),
  INTERNAL_CALL_MS: milliseconds,
  ADDRESS_MEMORY_CIDRS: count(1_000_000_000),
  COMPARE_BOUNDARIES_EVERY_MS: milliseconds,
  JUDGE_INLINE_WEIGHT: atLeast(0),
  JUDGING_THREADS: count(64),
  JUDGING_THREAD_MEMORY_MB: count(65_536),
  INTEGRATION_HTTP: z.boolean(),
  INTEGRATION_ADDRESSES: z.array(cidr),
};

const ofProcesses = {
  gateway: {
    INTROSPECTION: z.boolean(),
    QUERY_PAGE: z.boolean(),
    READ_DEADLINE_MS: deadline,
    DRAFT_DEADLINE_MS: deadline,
    PREVIEW_DEADLINE_MS: deadline,
    MUTATION_DEADLINE_MS: deadline,
    MAX_DEPTH: atLeast(1),
    MAX_ALIASES: atLeast(1),
    MAX_FIELDS: atLeast(1),
    MAX_TOKENS: atLeast(1),
    EXECUTION: z.enum(["compiled", "stock"]),
    PLAN_CACHE_MIB: atLeast(1),
    SUBGRAPH_CONNECTIONS: atLeast(1),
    SUBGRAPH_CONNECT_TIMEOUT_MS: deadline,
    SUBGRAPH_MAX_ANSWER_BYTES: atLeast(1),
    SCHEMA_ANSWERS: atLeast(1),
    SCHEMA_EVERY_MS: deadline,
    SCHEMA_PATIENCE_MS: deadline,
  },
  "change-request": {
    STORE_DEADLINE_MS: atLeast(100),
    RESEND_AFTER_MS: milliseconds,
    SENDINGS_BEFORE_ERROR: count(1_000),
    SLOW_RESEND_MS: milliseconds,
    FIRST_RETRY_MS: milliseconds,
    SLOWEST_RETRY_MS: milliseconds,
    SWEEP_EVERY_MS: milliseconds,
    SWEEP_BATCH: count(10_000),
    APPLY_CONCURRENCY: count(1_000),
    LOOK_EVERY_MS: milliseconds,
    HEARTBEAT_MS: milliseconds,
    RECONNECT_MS: milliseconds,
    STALLED_READER_MS: milliseconds,
    MAX_STREAMS: count(100_000),
    MAX_STREAMS_PER_CALLER: count(100_000),
    KEEP_DELETED_DAYS: z.number().min(1),
  },
  "boundary-evaluator-subgraph": {
    DRAFT_MS: milliseconds,
    PREVIEW_MS: milliseconds,
    PREVIEW_MEMORY_MB: count(65_536),
    PREVIEW_THREADS: count(64),
    PREVIEW_READS_AHEAD: z.boolean(),
    PREVIEWS_WAITING: atLeast(0),
    READ_MS: milliseconds,
    MUTATION_MS: milliseconds,
  },
  "boundary-evaluator-worker": {
    WORKER_CONCURRENCY: count(1_000),
    JUDGE_MS: milliseconds,
    COMPARE_EVERY_MS: milliseconds,
    COMPARE_QUIET_MS: milliseconds,
    LOOK_FOR_EDITS_EVERY_MS: milliseconds,
    JUDGE_AGAIN_PER_SECOND: count(10_000),
    STANDING_RULES_HELD: count(10_000_000),
    SWEEP_EVERY_MS: milliseconds,
    LEFT_AFTER_MS: milliseconds,
    EVENT_SOURCE: z
      .string()
      .max(1_024)
      .regex(/^[\x21-\x7e]+$/),
    DELIVER_EVERY_MS: milliseconds,
    DELIVERY_MS: milliseconds,
    DELIVERY_CONNECT_MS: milliseconds,
    DELIVERY_PAUSES: z.array(z.number().gt(0).max(604_800)).max(100),
    DELIVERY_CONCURRENCY: count(1_000),
    DELIVERIES_KEPT_DAYS: count(3_650),
  },
  inventory: {
    MAX_UPLOAD_BYTES: atLeast(1_024),
    MAX_CONCURRENT_UPLOADS: count(256),
    MAX_CONCURRENT_SEARCHES: count(256),
    GROUP_CONCURRENCY: count(64),
    DOCS_PAGE: z.boolean(),
    FEED_MEMORY_BYTES: atLeast(1_024),
  },
  "security-manager": { MAX_CONCURRENT_SEARCHES: count(256) },
  "mcp-tools": {
    ALLOWED_HOSTS: z.array(z.string().regex(/^[^\s/:]+$|^\[[0-9A-Fa-f:.]+\]$/)),
    USER_RATE: count(100_000),
    USER_BURST: count(100_000),
    OPEN_RATE: count(100_000),
    OPEN_BURST: count(100_000),
    DOCS_URL: url,
    PUBLIC_URL: url,
  },
};

export type ChartProcess = keyof typeof ofProcesses;
export const CHART_PROCESSES = Object.keys(ofProcesses) as ChartProcess[];

/** Returns the schema of the variables that the chart's values may set for this process alone. */
export function settingsOf(process: ChartProcess) {
  return z.strictObject({ ...ofServers, ...ofProcesses[process] }).partial();
}

/** The schema of the variables that the chart's values may set for all processes at once. */
export const everySetting = z.strictObject(ofServers).partial();

const { JUDGING_THREADS, JUDGING_THREAD_MEMORY_MB, ...optionalOfEvaluators } = ofBothEvaluators;

/**
 * The schema of the variables that the chart's values may set for both processes of the evaluator. The chart computes
 * the size of Node's heap from JUDGING_THREADS and JUDGING_THREAD_MEMORY_MB, so both are required.
 */
export const evaluatorSettings = z.strictObject({
  ...z.strictObject({ ...ofServers, ...optionalOfEvaluators }).partial().shape,
  ...{ JUDGING_THREADS, JUDGING_THREAD_MEMORY_MB },
});
