import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import { evaluationVerdictPath } from "@network-access/service-contracts/evaluation-verdict";
import { createJobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import { createLogger } from "@network-access/service-runtime/logger";
import { type ServiceTokens, writeServiceTokens } from "@network-access/testkit/service-tokens";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { createSubgraphApp } from "../src/app-subgraph.ts";
import { createWorkerApp } from "../src/app-worker.ts";
import { readSubgraphConfig, readWorkerConfig } from "../src/config.ts";
import { aBoundaryInput, aRule } from "./boundaries.ts";
import { aKeyFile } from "./integrations.ts";
import { type OwnersSimulator, type StoredRequest, startOwnersSimulator } from "./owners-simulator.ts";
import { prepared } from "./prepared-database.ts";

/** The URLs of the database and of Redis for the tests. */
export const engines = { mongoUrl: process.env.TEST_MONGO_URL ?? "", redisUrl: process.env.TEST_REDIS_URL ?? "" };
const { mongoUrl, redisUrl } = engines;
const logger = createLogger({ name: "test", level: "silent" });

/** Files that the processes read. */
export interface EvaluatorFiles extends ServiceTokens {
  readonly keyFile: string;
}

/**
 * Writes files with the tokens for calls to the inventory and to the change-request service, and a file with the keys
 * that encrypt secrets.
 */
export async function writeEvaluatorFiles(issuer: TestIssuer, keys = aKeyFile("k1")): Promise<EvaluatorFiles> {
  const audiences = ["inventory", "change-request"];
  const tokens = await writeServiceTokens(issuer, { subject: "service:boundary-evaluator", audiences });
  const keyFile = join(tokens.folder, "keys.json");
  await writeFile(keyFile, keys);
  return { ...tokens, keyFile };
}

/**
 * The settings of the subgraph and of the worker. `name` is the name of their database and the prefix of their queues.
 */
export function settingsOf(name: string, files: EvaluatorFiles, owners: OwnersSimulator): Record<string, string> {
  return {
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: name,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: name,
    SERVICE_TOKEN_FILE: files.serviceTokenFile,
    INTEGRATION_KEYS_FILE: files.keyFile,
    INVENTORY_URL: owners.url,
    CHANGE_REQUEST_URL: owners.url,
  };
}

/** Stores a text in the simulated change-request service. */
export function store(owners: OwnersSimulator, members: Partial<StoredRequest> = {}): StoredRequest {
  const text = { uuid: crypto.randomUUID(), revision: 1, id: "cr-1", projectId: "shop", rules: [aRule()], ...members };
  owners.texts.set(text.uuid, text);
  return text;
}

type Json = ReturnType<typeof JSON.parse>;

export type RunningEvaluator = Awaited<ReturnType<typeof startEvaluator>>;

/** Everything that the tests of one file share. */
export interface EvaluatorFixture {
  readonly issuer: TestIssuer;
  /**
   * Starts the subgraph and the worker inside the test's process. They use a real MongoDB and Redis, short intervals,
   * and simulators of the inventory and of the change-request service.
   */
  start(settings?: Readonly<Record<string, string>>): Promise<RunningEvaluator>;
  stop(): Promise<void>;
}

export async function openEvaluatorFixture(): Promise<EvaluatorFixture> {
  const client = await new MongoClient(mongoUrl).connect();
  const issuer = await startTestIssuer();
  const files = await writeEvaluatorFiles(issuer);
  return {
    issuer,
    start: (settings = {}) => startEvaluator(issuer, files, client, settings),
    async stop() {
      await client.close();
      await issuer.stop();
      await files.remove();
    },
  };
}

async function startEvaluator(
  issuer: TestIssuer,
  files: EvaluatorFiles,
  client: MongoClient,
  settings: Readonly<Record<string, string>>,
) {
  const name = `be_app_${crypto.randomUUID().slice(0, 8)}`;
  const database = client.db(name);
  const owners = await startOwnersSimulator();
  const environment = {
    ...issuer.environment(issuer.services.audience),
    ...settingsOf(name, files, owners),
    SCORE_REVIEW_AT: "50",
    SWEEP_EVERY_MS: "50",
    COMPARE_EVERY_MS: "100",
    COMPARE_QUIET_MS: "50",
    LEFT_AFTER_MS: "100",
    ...settings,
  };
  const user = await issuer.userToken({ permissions: ["change-request:view", "boundary:view", "boundary:edit"] });
  await prepared(database);
  const subgraph = createSubgraphApp(readSubgraphConfig(environment));
  for (const part of subgraph.parts) await part.start();
  let worker = await startedWorker();
  const notified: string[] = [];
  const sender = createJobSender(evaluateChangeRequest, {
    redis: { url: redisUrl },
    prefix: name,
    logger,
    deadlineMs: 10_000,
  });
  const hints = createJobSender(addressesChanged, {
    redis: { url: redisUrl },
    prefix: name,
    logger,
    deadlineMs: 10_000,
  });
  const handler = createJobHandler(
    changeRequestEvaluated,
    async (id) => {
      notified.push(evaluationIdText(id));
    },
    { redis: { url: redisUrl }, prefix: name, logger },
  );
  await handler.start();

  async function startedWorker() {
    const started = createWorkerApp(readWorkerConfig(environment));
    for (const part of started.parts) await part.start();
    return started;
  }
  async function stopWorker() {
    for (const part of worker.parts.toReversed()) await part.stop();
  }
  /** Calls the subgraph, as another service or a user. */
  async function call(path: string, token: string, body?: object): Promise<Json> {
    const response = await fetch(`http://127.0.0.1:${subgraph.server.port}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", authorization: token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return JSON.parse(await response.text());
  }
  const ask = (query: string, variables: object = {}) => call("/graphql", user, { query, variables });
  const verdict = async ({ changeRequestUuid, revision, attempt }: EvaluationId, token?: string) => {
    const audience = issuer.services.audience;
    const shown = token ?? (await issuer.serviceToken({ subject: "service:change-request", audience }));
    return call(evaluationVerdictPath(changeRequestUuid, revision, attempt), shown);
  };

  return {
    user,
    database,
    owners,
    /** The ids (as texts) of the evaluations about which the change-request service was notified. */
    notified,
    sender,
    ask,
    call,
    verdict,
    async saveBoundary(members: Parameters<typeof aBoundaryInput>[0] = {}): Promise<Json> {
      const text = "mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id revision useCount } }";
      const { data, errors } = await ask(text, { input: aBoundaryInput(members) });
      if (errors) throw new Error(JSON.stringify(errors));
      return data.saveBoundary;
    },
    store: (members: Partial<StoredRequest> = {}) => store(owners, members),
    /**
     * Sends the evaluation job for a revision of a change request. Waits until the evaluation and the steps after it
     * are done, and returns the verdict.
     */
    async evaluated(text: StoredRequest, attempt = 1): Promise<Json> {
      const id = { changeRequestUuid: text.uuid, revision: text.revision, attempt };
      await sender.send(id);
      await until("the notification", () => notified.includes(evaluationIdText(id)));
      await until("the record is finished", () =>
        database.collection<{ _id: string }>("evaluations").findOne({ _id: evaluationIdText(id), counted: true }),
      );
      return verdict(id);
    },
    /** Sends the inventory's hint that addresses changed. */
    hint: () => hints.send({}),
    stopWorker,
    async startWorker() {
      worker = await startedWorker();
    },
    urls: () => [subgraph, worker].map(({ server }) => `http://127.0.0.1:${server.port}`),
    async stop() {
      await handler.stop();
      await sender.stop();
      await hints.stop();
      await stopWorker();
      for (const part of subgraph.parts.toReversed()) await part.stop();
      await owners.stop();
      await database.dropDatabase();
    },
  };
}
