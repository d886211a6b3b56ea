import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { ESTATE_PROCESSES, PROCESS_NAMES, REQUEST_PROCESSES } from "@network-access/local-stack/process-plans";
import { type RunningEngines, startEngines } from "@network-access/local-stack/start-engines";
import { type RunningStack, type StackTrees, startStack } from "@network-access/local-stack/start-stack";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import { createEngineDoor, type EngineDoor } from "@network-access/testkit/engine-door";
import { generateKeyPair, SignJWT } from "jose";
import { type Db, MongoClient } from "mongodb";
import { type GraphClient, graphClient } from "./clients/graph.ts";
import { type Jobs, watchJobs } from "./clients/jobs.ts";

/** Every permission that the stack checks. */
const permissions = [
  "inventory:view",
  "change-request:view",
  "change-request:edit",
  "boundary:view",
  "boundary:edit",
  "group:view",
  "group:edit",
  "connector:manage",
  "integration:manage",
  "estate:view",
  "estate:manage",
  "tool-key:manage",
];
const email = "ada@example.com";

type ProcessName = keyof RunningStack["processes"];
type EngineName = "mongo" | "redis" | "opensearch";

export interface TestStackOptions {
  /** Engines of this stack alone, which a test may stop and empty. All tests share the other engines. */
  readonly ownEngines?: readonly EngineName[];
  /** If true, a proxy is started in front of each engine. Tests stop and start the proxy instead of the engine. */
  readonly doors?: boolean;
  /** The files of the images. If given, each service runs from the files of its own image. */
  readonly trees?: StackTrees;
  /**
   * "estate" starts only the issuer, the security manager and the tool server. "requests" starts all processes except
   * the security manager and the tool server.
   */
  readonly only?: "estate" | "requests";
  /** Settings of every service. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Longer deadlines than the defaults. On a busy machine, a call could otherwise time out and thereby change a verdict.
 */
const longDeadlines = { INTERNAL_CALL_MS: "10000", READ_MS: "20000", READ_DEADLINE_MS: "20000" };

/**
 * Several stacks run at the same time, and all use the same engines. With equal priorities, the services of one stack
 * that start would delay the engines so much that calls of the other stacks exceed their deadlines.
 */
const SERVICE_NICENESS = 5;

/** A stack with databases, queues and indexes of its own. */
export interface TestStack {
  readonly baseUrl: string;
  readonly eventsUrl: string;
  /** The graph is at `{graphUrl}/graphql`. */
  readonly graphUrl: string;
  /** The REST interface of the security manager is at `{managerUrl}/securitymanager/api`. */
  readonly managerUrl: string;
  /** The endpoint of the tool server. */
  readonly mcpUrl: string;
  /** The user for whom tokens are issued by default. */
  readonly email: string;
  readonly redisUrl: string;
  readonly jobs: Jobs;
  /** Returns a client of the graph. Without `token`, it uses a token with all permissions. */
  graph(token?: string): GraphClient;
  token(options?: { permissions?: readonly string[]; expiresInSeconds?: number; audience?: string }): Promise<string>;
  serviceToken(caller: string, audience: string, options?: { expiresInSeconds?: number }): Promise<string>;
  /** Returns a token with valid claims that is signed with an unknown key. */
  forgedToken(): Promise<string>;
  /** Opens the database of one service, so that a test can create the state that a crash leaves. */
  database(service: string, work: (database: Db) => Promise<void>): Promise<void>;
  process(name: ProcessName): RunningStack["processes"][ProcessName];
  /** Starts another process of a service, which stops with the stack, and returns its address. */
  replica(name: ProcessName): Promise<string>;
  engine(name: EngineName): { stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

/**
 * Starts the stack, which takes 5 to 20 s. `TEST_MONGO_URL`, `TEST_REDIS_URL` and `TEST_OPENSEARCH_URL` are the URLs of
 * the engines that all tests share.
 */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const { ownEngines = [], settings = {} } = options;
  const dataFolder = temporaryDataFolder({ inMemory: true });
  const prefix = `e2e-${randomBytes(4).toString("hex")}`;
  const shared = { mongo: sharedUrl("MONGO"), redis: sharedUrl("REDIS"), opensearch: sharedUrl("OPENSEARCH") };
  const urls = { ...shared, ...Object.fromEntries(ownEngines.map((name) => [name, undefined])) };
  let engines: RunningEngines | undefined;
  let doors: Record<EngineName, EngineDoor> | undefined;
  let stack: RunningStack | undefined;
  let everythingToken = "";
  const stop = async () => {
    await jobs?.stop();
    await stack?.stop();
    await Promise.all(Object.values(doors ?? {}).map((door) => door.shut()));
    await engines?.stop();
    // Retries, because child processes of an engine may still write shortly after the engine has stopped.
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  };
  let jobs: Jobs | undefined;
  try {
    engines = await startEngines({
      engines: await prepareEngines({ urls }),
      dataFolder: path.join(dataFolder, "engines"),
    });
    if (options.doors) doors = await openDoors(engines);
    const everyService = PROCESS_NAMES.filter((name) => name !== "issuer");
    stack = await startStack({
      root: path.resolve(import.meta.dirname, ".."),
      engines: doors
        ? { mongoUrl: doors.mongo.url, redisUrl: doors.redis.url, opensearchUrl: doors.opensearch.url }
        : engines,
      dataFolder,
      prefix,
      niceness: SERVICE_NICENESS,
      ...(options.trees && { trees: options.trees }),
      ...(options.only && { without: options.only === "estate" ? REQUEST_PROCESSES : ESTATE_PROCESSES }),
      environment: Object.fromEntries(everyService.map((name) => [name, { ...longDeadlines, ...settings }])),
    });
    jobs = watchJobs(engines.redisUrl, prefix);
    everythingToken = await stack.userToken({ email, permissions, expiresInSeconds: 3_600 });
  } catch (error) {
    await stop();
    throw error;
  }
  const running = stack;
  const started = engines;
  return {
    baseUrl: running.baseUrl,
    eventsUrl: running.eventsUrl,
    graphUrl: running.graphUrl,
    managerUrl: running.managerUrl,
    mcpUrl: running.mcpUrl,
    email,
    redisUrl: started.redisUrl,
    jobs,
    graph: (token = everythingToken) => graphClient(`${running.graphUrl}/graphql`, token),
    token: (options = {}) => running.userToken({ email, permissions, expiresInSeconds: 3_600, ...options }),
    serviceToken: (caller, audience, options = {}) =>
      running.serviceToken({ caller, audience, expiresInSeconds: 3_600, ...options }),
    forgedToken: () => forge(running.issuer),
    async database(service, work) {
      const client = await MongoClient.connect(started.mongoUrl);
      await work(client.db(`${prefix}-${service}`)).finally(() => client.close());
    },
    process: (name) => running.processes[name],
    replica: async (name) => (await running.replica(name)).url,
    engine(name) {
      const door = doors?.[name];
      if (door) return { stop: door.shut, start: door.open };
      const engine = started[name];
      if (!engine) throw new Error(`${name} is shared by all tests; name it in ownEngines to stop it`);
      return engine;
    },
    stop,
  };
}

async function openDoors(engines: RunningEngines): Promise<Record<EngineName, EngineDoor>> {
  const [mongo, redis, opensearch] = await Promise.all([
    createEngineDoor(engines.mongoUrl),
    createEngineDoor(engines.redisUrl),
    createEngineDoor(engines.opensearchUrl),
  ]);
  return { mongo, redis, opensearch };
}

function sharedUrl(engine: string): string {
  const url = process.env[`TEST_${engine}_URL`];
  if (!url) throw new Error(`TEST_${engine}_URL is not set; \`npm test\` starts the engines and sets it`);
  return url;
}

async function forge(issuer: string): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT({ email, permissions })
    .setProtectedHeader({ alg: "ES256", kid: "forged" })
    .setIssuer(issuer)
    .setSubject("forger")
    .setAudience("network-access-service")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
}
