import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { writeServiceTokens } from "@network-access/testkit/service-tokens";
import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { MongoClient } from "mongodb";
import { assembleToolServer } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { DATABASE_INDEXES } from "../src/mongo-indexes.ts";

interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
  readonly body: any;
}

/** The result of a tool. */
export interface CalledTool {
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** The whole answer as text. */
  readonly whole: string;
  readonly tookMs: number;
}

interface Credentials {
  readonly key?: string;
  readonly userId?: number;
}

/** The tools that ask the security manager, each with arguments that work. */
export const ESTATE_CALLS: readonly (readonly [string, object])[] = [
  ["count_firewall_rules", {}],
  ["search_firewall_rules_by_source", { sourceIp: "10.0.0.1" }],
  ["search_firewall_rules_by_destination", { destinationIp: "10.0.0.1" }],
  ["list_all_security_rules_by_device", { deviceId: 7 }],
  ["list_all_device_groups", {}],
  ["list_all_devices", {}],
  ["execute_siql_query", { query: "rule{true}", endpoint: "/securitymanager/api/siql/secrule/paged-search" }],
];

/**
 * Starts the tool server in this process, with the MongoDB, Redis and OpenSearch of the tests. It has its own database,
 * index and buckets. `settings` must contain the address of the manager.
 */
export async function startToolServer(
  issuer: TestIssuer,
  settings: Readonly<Record<string, string>> & { readonly SECURITY_MANAGER_URL: string },
) {
  const name = settings.MONGO_DATABASE ?? `mcp-tools-${crypto.randomUUID().slice(0, 8)}`;
  const tokens = await writeServiceTokens(issuer, { subject: "service:mcp-tools", audiences: ["security-manager"] });
  const environment = {
    ...issuer.environment("mcp-tools"),
    ...{ PORT: "0", HOST: "127.0.0.1", DRAIN_SECONDS: "0", STOP_SECONDS: "10" },
    ...{ MONGO_URL: process.env.TEST_MONGO_URL ?? "", MONGO_DATABASE: name },
    ...{ REDIS_URL: process.env.TEST_REDIS_URL ?? "", REDIS_PREFIX: name },
    ...{ OPENSEARCH_URL: process.env.TEST_OPENSEARCH_URL ?? "", INDEX_PREFIX: name },
    ...{ SERVICE_TOKEN_FILE: tokens.serviceTokenFile },
    ...settings,
  };
  const { logger, lines } = keepLogLines("warn");
  const { http, parts } = assembleToolServer(readConfig(environment), logger);
  await createIndexesOf(name, DATABASE_INDEXES);
  for (const part of parts) await part.start();
  const url = `http://127.0.0.1:${http.port}`;

  async function request(address: string, init: RequestInit): Promise<HttpAnswer> {
    const response = await fetch(url + address, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  function post(body: object, { key, userId }: Credentials = {}, more: Partial<RequestInit> = {}): Promise<HttpAnswer> {
    const headers = {
      ...{ accept: "application/json, text/event-stream", "content-type": "application/json" },
      ...(key !== undefined && { "x-api-key": key }),
      ...(userId !== undefined && { "x-mgr-user-id": String(userId) }),
      ...more.headers,
    };
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, ...body });
    return request("/mcp", { ...more, method: "POST", headers, body: text });
  }

  return {
    ...{ name, url, post },
    /** Returns whether a warning or an error with this text was logged. */
    hasLogged: (text: string): boolean => lines.some(({ msg }) => msg === text),
    list: (credentials: Credentials = {}) => post({ method: "tools/list", params: {} }, credentials),
    /** Calls a tool. Throws if the call has no result. */
    async call(tool: string, input: object, credentials: Credentials = {}): Promise<CalledTool> {
      const beganAt = performance.now();
      const params = { name: tool, arguments: input };
      const { status, body } = await post({ method: "tools/call", params }, credentials);
      if (status !== 200 || !body.result) throw new Error(`${tool}: ${status} ${JSON.stringify(body)}`);
      const { content, isError = false } = body.result;
      return {
        texts: content.map(({ text }: { text: string }) => text),
        ...{ isError, whole: JSON.stringify(body), tookMs: performance.now() - beganAt },
      };
    },
    /** Creates a key and returns its secret. */
    async createKey(): Promise<string> {
      const token = await issuer.userToken({ permissions: ["tool-key:manage"] });
      const { status, body } = await request("/tool-keys", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ label: "a test" }),
      });
      if (status !== 201) throw new Error(`a key was not created: ${status} ${JSON.stringify(body)}`);
      return body.secret;
    },
    /** Returns the value of a metric, such as `name{label="value"}`. It is 0 if the metric has no value yet. */
    async metric(line: string): Promise<number> {
      const figures = await (await fetch(`${url}/metrics`)).text();
      const found = figures.split("\n").find((one) => one.startsWith(`${line} `));
      return Number(found?.split(" ").at(-1) ?? 0);
    },
    async stop(): Promise<void> {
      for (const part of parts.toReversed()) await part.stop();
      await tokens.remove();
    },
  };
}

export type RunningToolServer = Awaited<ReturnType<typeof startToolServer>>;

/**
 * Deletes the data that a tool server left in MongoDB and OpenSearch. Its rate-limit buckets in Redis expire by
 * themselves.
 */
export async function removeToolServer(name: string): Promise<void> {
  const client = await MongoClient.connect(process.env.TEST_MONGO_URL ?? "");
  await client.db(name).dropDatabase();
  await client.close();
  await fetch(`${process.env.TEST_OPENSEARCH_URL}/${name}-documentation-*`, { method: "DELETE" });
}
