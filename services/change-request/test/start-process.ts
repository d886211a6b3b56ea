import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import { writeServiceTokens } from "@network-access/testkit/service-tokens";
import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { DATABASE_INDEXES } from "../src/mongo-indexes.ts";

const mongoUrl = process.env.TEST_MONGO_URL ?? "";
const redisUrl = process.env.TEST_REDIS_URL ?? "";

/**
 * A running process of this service, started without its entry file. Processes with the same `database` are replicas of
 * each other.
 */
export interface RunningProcess {
  readonly url: string;
  readonly app: ReturnType<typeof createApp>;
  stop(): Promise<void>;
}

/** Starts a process that uses a real MongoDB and Redis. Its sweeps and retries have short intervals. */
export async function startProcess(options: {
  readonly issuer: TestIssuer;
  /** The name of the process's database, and the prefix of its queues. */
  readonly database: string;
  readonly evaluatorUrl: string;
  readonly serviceTokenFile: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<RunningProcess> {
  const { issuer, database, evaluatorUrl, serviceTokenFile, settings } = options;
  const app = createApp(
    readConfig({
      ...issuer.environment("change-request"),
      HOST: "127.0.0.1",
      LOG_LEVEL: "silent",
      DRAIN_SECONDS: "0",
      MONGO_URL: mongoUrl,
      MONGO_DATABASE: database,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: database,
      SERVICE_TOKEN_FILE: serviceTokenFile,
      BOUNDARY_EVALUATOR_URL: evaluatorUrl,
      SWEEP_EVERY_MS: "25",
      RESEND_AFTER_MS: "300",
      SENDINGS_BEFORE_ERROR: "3",
      SLOW_RESEND_MS: "200",
      FIRST_RETRY_MS: "50",
      SLOWEST_RETRY_MS: "100",
      ...settings,
    }),
  );
  await createIndexesOf(database, DATABASE_INDEXES);
  for (const part of app.parts) await part.start();
  return {
    url: `http://127.0.0.1:${app.server.port}`,
    app,
    async stop() {
      for (const part of app.parts.toReversed()) await part.stop();
    },
  };
}

/** Writes the token files with which a process calls the evaluator. */
export const tokensOf = (issuer: TestIssuer) =>
  writeServiceTokens(issuer, { subject: "service:change-request", audiences: ["boundary-evaluator"] });

export async function dropDatabase(database: string): Promise<void> {
  const client = new MongoClient(mongoUrl);
  await client.db(database).dropDatabase();
  await client.close();
}
