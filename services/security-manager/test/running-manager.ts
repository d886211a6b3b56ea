import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { createLogger, type Logger } from "@network-access/service-runtime/logger";
import { createIndexesOf } from "@network-access/service-runtime/test/indexes";
import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { until } from "@network-access/testkit/until";
import { MongoClient } from "mongodb";
import { assembleManager } from "../src/app.ts";
import { assembleRebuild } from "../src/app-rebuild.ts";
import { readConfig, readRebuildConfig } from "../src/config.ts";
import { DATABASE_INDEXES } from "../src/mongo-indexes.ts";
import { ROW_ENTITIES } from "../src/row-index/opensearch-row-index.ts";
import { PUT_ENTITIES } from "../src/siql/schema/entities.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: any };

/** Returns the name and the JSON of a part. */
export function namedPart(part: SnapshotPartInput) {
  const json = canonicalJson(part);
  return { sha256: createHash("sha256").update(json).digest("hex"), json };
}

/** Returns the settings of a process with its own database and indexes, in the MongoDB and OpenSearch of the tests. */
export function managerEnvironment(issuer: TestIssuer, name: string): Record<string, string> {
  return {
    ...issuer.environment("security-manager"),
    ...{ PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error", DRAIN_SECONDS: "0", STOP_SECONDS: "10" },
    ...{ MONGO_URL: process.env.TEST_MONGO_URL ?? "", MONGO_DATABASE: name },
    ...{ OPENSEARCH_URL: process.env.TEST_OPENSEARCH_URL ?? "", INDEX_PREFIX: name },
  };
}

/** Starts a security manager with its own real database and indexes. */
export async function startManager(
  issuer: TestIssuer,
  name = `manager-test-${crypto.randomUUID().slice(0, 8)}`,
  making: "thread" | "here" = "here",
  {
    settings = {},
    logger = createLogger({ name: "manager-test", level: "error" }),
  }: { readonly settings?: Readonly<Record<string, string>>; readonly logger?: Logger } = {},
) {
  const environment = { ...managerEnvironment(issuer, name), ...settings };
  const config = readConfig(environment);
  const { http, parts } = assembleManager(config, logger, making);
  await createIndexesOf(name, DATABASE_INDEXES);
  for (const part of parts) await part.start();
  const url = `http://127.0.0.1:${http.port}/securitymanager/api`;
  const tokenOf = async (...permissions: string[]) => `Bearer ${await issuer.userToken({ permissions })}`;
  const manager = await tokenOf("estate:manage");

  type Credentials = string | Readonly<Record<string, string>>;
  async function request(method: string, path: string, body: unknown, authorization: Credentials) {
    const credentials = typeof authorization === "string" ? { authorization } : authorization;
    const response = await fetch(url + path, {
      method,
      headers: { ...credentials, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    authorization: Credentials = manager,
  ): Promise<Answer> {
    const { status, headers, text } = await request(method, path, body, authorization);
    return { status, headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  async function putPart(device: number, part: SnapshotPartInput): Promise<Answer> {
    const { sha256, json } = namedPart(part);
    const headers = { authorization: manager, "content-type": "application/json", "content-encoding": "gzip" };
    const path = `${url}/domain/1/device/${device}/part/${sha256}`;
    const response = await fetch(path, { method: "PUT", headers, body: gzipSync(json) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  async function putRevision(device: number, parts: readonly SnapshotPartInput[], baseRevision: number | null) {
    for (const part of parts) await putPart(device, part);
    return send("PUT", `/domain/1/device/${device}/rev`, {
      ...{ configuredAt: new Date().toISOString(), baseRevision, schema: "device-snapshot.v1" },
      parts: parts.map((part) => namedPart(part).sha256),
    });
  }

  const search = (entity: string, q: string, more = "", authorization: Parameters<typeof send>[3] = manager) =>
    send("GET", `/siql/${entity}/paged-search?q=${encodeURIComponent(q)}${more}`, undefined, authorization);

  async function untilSearchable(device: number, revision: number): Promise<void> {
    const path = `/domain/1/device/${device}/rev/${revision}`;
    await until(`revision ${revision} in searches`, async () => (await send("GET", path)).body.searchable, 120_000, 50);
  }

  /** Calls `isDone` repeatedly until its result is true. */
  async function eventually(isDone: () => Promise<boolean>, ms = 60_000): Promise<void> {
    await until("the expected state", isDone, ms, 50);
  }

  /**
   * Waits until the entities of every kind that clients store can be searched. A process answers requests before it has
   * created the indexes of these entities.
   */
  async function untilEntitiesAreSearched(): Promise<void> {
    for (const kind of PUT_ENTITIES)
      await eventually(async () => (await search(kind, `${kind}{true}`)).status === 200, 60_000);
  }

  /** Waits until all indexes of rows exist. If indexes were lost, a process creates them again one after the other. */
  async function untilRowsAreIndexed(): Promise<void> {
    const aliases = ROW_ENTITIES.map((entity) => `${name}-${entity}`).join();
    await eventually(async () => (await fetch(`${process.env.TEST_OPENSEARCH_URL}/_alias/${aliases}`)).ok);
  }

  return {
    ...{ name, origin: `http://127.0.0.1:${http.port}` },
    ...{ request, send, search, putPart, putRevision, untilSearchable, tokenOf },
    async createDevice(device: string, more: object = {}): Promise<number> {
      return (await send("POST", "/domain/1/device", { name: device, ...more })).body.id;
    },
    /** Uploads a configuration, waits until searches find it, and returns the id of its revision. */
    async importSnapshot(device: number, parts: readonly SnapshotPartInput[], base: number | null): Promise<number> {
      const { status, body } = await putRevision(device, parts, base);
      if (status !== 201) throw new Error(`a revision was answered with ${status}: ${JSON.stringify(body)}`);
      await untilSearchable(device, body.id);
      return body.id;
    },
    /** Returns the ids of at most 1,000 rules of a device, by the names of the rules. */
    async ruleIds(device: number): Promise<ReadonlyMap<string, string>> {
      const { body } = await search("secrule", `device{id=${device}}`, "&pageSize=1000");
      return new Map(body.results.map((rule: { name: string; matchId: string }) => [rule.name, rule.matchId]));
    },
    eventually,
    untilEntitiesAreSearched,
    /** Rebuilds the indexes. First waits until all of them exist, because a rebuild fails otherwise. */
    async rebuild() {
      await untilEntitiesAreSearched();
      await untilRowsAreIndexed();
      const said: string[] = [];
      const logger = createLogger({ name: "manager-test", level: "error" });
      const { run, stop } = assembleRebuild(readRebuildConfig(environment), logger, (line) => void said.push(line));
      const code = await run(new AbortController().signal);
      await stop();
      return { code, said };
    },
    async stop(): Promise<void> {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}

export type RunningManager = Awaited<ReturnType<typeof startManager>>;

/** Drops the database and the indexes of a manager. */
export async function removeManager(name: string): Promise<void> {
  const client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
  await client.db(name).dropDatabase();
  await client.close();
  for (const index of [...ROW_ENTITIES, ...PUT_ENTITIES].map((entity) => `${name}-${entity}-*`))
    await fetch(`${process.env.TEST_OPENSEARCH_URL}/${index}`, { method: "DELETE" });
}
