import { createServer } from "node:http";
import { createLogger, type Logger } from "@network-access/service-runtime/logger";
import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import { freePort } from "@network-access/testkit/free-port";
import { listen } from "@network-access/testkit/listen";
import { type MainProcess, startMainProcess } from "@network-access/testkit/main-process";
import { writeServiceTokens } from "@network-access/testkit/service-tokens";
import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { assembleInventory } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { DATABASE_INDEXES } from "../src/mongo-indexes.ts";

/** An HTTP response. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly body: any;
}

/** The inventory with its own database, Redis keys and indexes. */
export interface RunningInventory {
  readonly url: string;
  readonly name: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  graphql(query: string, variables?: object, token?: string): Promise<Answer>;
  /** Registers a connector and returns its credentials as a header. */
  connector(id: string, scope?: object): Promise<{ authorization: string }>;
  upload(who: { authorization: string }, body: object): Promise<Answer>;
  stop(): Promise<void>;
}

const engines = {
  mongo: process.env.TEST_MONGO_URL ?? "",
  redis: process.env.TEST_REDIS_URL ?? "",
  search: process.env.TEST_OPENSEARCH_URL ?? "",
};

/** Starts the inventory in this process. */
export async function startInventory(
  issuer: TestIssuer,
  settings: Readonly<Record<string, string>> = {},
  {
    logger = createLogger({ name: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" }),
    indexesAt,
  }: {
    readonly logger?: Logger;
    /** The MongoDB URL with which the indexes are created. The default is the URL of the tests' database. */
    readonly indexesAt?: string;
  } = {},
): Promise<RunningInventory> {
  const evaluator = await simulateEvaluator(issuer);
  const environment = environmentOf(issuer, evaluator, settings);
  const app = assembleInventory(readConfig(environment), logger);
  await createIndexesOf(environment.MONGO_DATABASE, DATABASE_INDEXES, indexesAt);
  async function stop() {
    for (const part of app.parts.toReversed()) await part.stop();
    await evaluator.stop();
  }
  try {
    for (const part of app.parts) await part.start();
  } catch (error) {
    // In production, the process would exit after this error. A test process continues, so the parts are stopped here
    // to close the connections that they have opened.
    await Promise.allSettled(app.parts.map(async (part) => part.stop()));
    await evaluator.stop();
    throw error;
  }
  const client = await clientOf(`http://127.0.0.1:${app.http.port}`, issuer);
  return { ...client, name: environment.MONGO_DATABASE, stop };
}

/**
 * Starts the service as a separate process, so that its memory can be measured. `heapMiB` limits the heap of the
 * process.
 */
export async function startInventoryProcess(
  issuer: TestIssuer,
  { heapMiB }: { readonly heapMiB: number },
): Promise<RunningInventory & Pick<MainProcess, "residentMiB">> {
  const evaluator = await simulateEvaluator(issuer);
  const port = await freePort();
  const environment = environmentOf(issuer, evaluator, {});
  await createIndexesOf(environment.MONGO_DATABASE, DATABASE_INDEXES);
  const main = await startMainProcess(new URL("../src/main.ts", import.meta.url), environment, { port, heapMiB });
  const client = await clientOf(`http://127.0.0.1:${port}`, issuer);
  return {
    ...client,
    name: environment.MONGO_DATABASE,
    residentMiB: main.residentMiB,
    async stop() {
      await main.stop();
      await evaluator.stop();
    },
  };
}

function environmentOf(
  issuer: TestIssuer,
  evaluator: { readonly url: string; readonly tokenFile: string },
  settings: Readonly<Record<string, string>>,
) {
  const name = settings.MONGO_DATABASE ?? `inventory_${crypto.randomUUID().slice(0, 8)}`;
  return {
    ...issuer.environment("inventory"),
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    MONGO_URL: engines.mongo,
    REDIS_URL: engines.redis,
    REDIS_PREFIX: name,
    OPENSEARCH_URL: engines.search,
    INDEX_PREFIX: name,
    BOUNDARY_EVALUATOR_URL: evaluator.url,
    SERVICE_TOKEN_FILE: evaluator.tokenFile,
    ...settings,
    MONGO_DATABASE: name,
  };
}

/**
 * Returns a client of the inventory at `url`. GraphQL requests carry the token of a user with every permission that the
 * inventory checks. Uploads carry the credentials of a connector.
 */
async function clientOf(url: string, issuer: TestIssuer): Promise<Omit<RunningInventory, "name" | "stop">> {
  const everything = ["inventory:view", "group:view", "group:edit", "connector:manage"];
  const user = await issuer.userToken({ permissions: everything });

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const content = body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" };
    const response = await fetch(url + path, {
      method,
      headers: { ...content, ...headers },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  const graphql = (query: string, variables: object = {}, token = user) =>
    send("POST", "/graphql", { query, variables }, { authorization: `Bearer ${token}` });

  return {
    url,
    send,
    graphql,
    async connector(id, scope = {}) {
      const mutation = "mutation ($input: ConnectorInput!) { registerConnector(input: $input) { secret } }";
      const { body } = await graphql(mutation, { input: { id, name: id, ...scope } });
      const secret: string = body.data.registerConnector.secret;
      return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
    },
    upload: (who, body) => send("POST", "/inventory/items", body, who),
  };
}

/** Starts a server that simulates the evaluator. Its only boundary refers to the group "named". */
async function simulateEvaluator(issuer: TestIssuer) {
  const tokens = await writeServiceTokens(issuer, { subject: "service:inventory", audiences: ["boundary-evaluator"] });
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const boundaryIds = asked.groupId === "named" ? ["the-boundary"] : [];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ boundaryIds }));
  });
  const { url, stop } = await listen(server);
  return {
    url,
    tokenFile: tokens.serviceTokenFile,
    async stop() {
      await stop();
      await tokens.remove();
    },
  };
}

/**
 * Deletes the MongoDB database and the OpenSearch indexes of the inventory with this name. Its keys in Redis remain.
 */
export async function removeInventory(name: string): Promise<void> {
  const client = await MongoClient.connect(engines.mongo);
  await client.db(name).dropDatabase();
  await client.close();
  for (const kind of ["items", "groups"]) await fetch(`${engines.search}/${name}-${kind}-*`, { method: "DELETE" });
}
