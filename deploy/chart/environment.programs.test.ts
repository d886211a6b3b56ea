import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { FAILED, MISCONFIGURED } from "@network-access/service-runtime/exit-codes";
import { CLOSING_MS } from "@network-access/service-runtime/stop-parts";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { podEnvironment } from "./rendering/pod-environment.ts";
import { CHART, podTemplate, processOf, readValues, renderChart } from "./rendering/render-chart.ts";
import { known } from "./test/recording-environment.ts";
import { CHART_PROCESSES } from "./values/setting-schemas.ts";

type Environment = Record<string, string>;
type ReadConfig = (env: Environment) => unknown;

// Loads separate copies of the configuration modules. Their `readEnvironment` is replaced with one that records which
// variables each module accepts.
const RECORDED = "?recorded";
registerHooks({
  resolve: (specifier, context, resolveNext) =>
    specifier === "@network-access/service-runtime/environment" && context.parentURL?.endsWith(RECORDED)
      ? { url: import.meta.resolve("./test/recording-environment.ts"), shortCircuit: true }
      : resolveNext(specifier, context),
});
const load = async (url: string, reader = "readConfig"): Promise<ReadConfig> => (await import(url + RECORDED))[reader];
const evaluator = import.meta.resolve("@network-access/boundary-evaluator/config");
const inventory = import.meta.resolve("@network-access/inventory/config");
const manager = import.meta.resolve("@network-access/security-manager/config");

const READERS: Record<string, ReadConfig> = {
  gateway: await load(import.meta.resolve("@network-access/gateway/config")),
  "change-request": await load(import.meta.resolve("@network-access/change-request/config")),
  "boundary-evaluator-subgraph": await load(evaluator, "readSubgraphConfig"),
  "boundary-evaluator-worker": await load(evaluator, "readWorkerConfig"),
  inventory: await load(inventory),
  "inventory-rebuild": await load(inventory, "readRebuildConfig"),
  "security-manager": await load(manager),
  "security-manager-rebuild": await load(manager, "readRebuildConfig"),
  "mcp-tools": await load(import.meta.resolve("@network-access/mcp-tools/config")),
};

/** Variables that the chart's values can't set, with the reason. */
const WITHOUT_PLACE = new Map([
  ["FIXED_TIME", "for tests; production refuses it"],
  ["SUPERGRAPH_PATH", "the image contains the supergraph of its version"],
  ["DOCUMENTATION_ROOT", "the image contains the documentation of its version"],
]);
/**
 * Variables that Node itself reads. The chart sets NODE_ENV and NODE_OPTIONS for every process. It sets
 * NODE_EXTRA_CA_CERTS if the values contain `trustedAuthorities`. Configuration readers need not list these variables.
 */
const OF_NODE = ["NODE_ENV", "NODE_OPTIONS", "NODE_EXTRA_CA_CERTS"];

const SECRETS: Environment = {
  MONGO_URL: "mongodb://access:sesame@mongo.example.com:27017/?tls=true",
  REDIS_URL: "rediss://access:sesame@primary",
  REDIS_SENTINEL_USERNAME: "sentinel",
  REDIS_SENTINEL_PASSWORD: "sesame",
  OPENSEARCH_USERNAME: "access",
  OPENSEARCH_PASSWORD: "sesame",
};
const KEYS = JSON.stringify({ current: "k1", keys: { k1: Buffer.alloc(32, 1).toString("base64") } });

const folder = mkdtempSync(join(tmpdir(), "chart-pods-"));
afterAll(() => rmSync(folder, { recursive: true }));

const environments: Record<string, Record<string, Environment>> = {};
const graceMs: Record<string, number> = {};
beforeAll(async () => {
  const helm = await fetchHelm();
  for (const values of ["minimum", "default", "everything"]) {
    const pods: Record<string, Environment> = {};
    for (const object of await renderChart(helm, { values: [values] })) {
      const template = podTemplate(object);
      if (!template) continue;
      pods[processOf(object)] = podEnvironment(template, join(folder, values, processOf(object)), contents);
      graceMs[`${processOf(object)} ${values}`] = template.spec.terminationGracePeriodSeconds * 1_000;
    }
    environments[values] = pods;
  }
}, 900_000);

const contents = {
  secret: (variable: string) => SECRETS[variable] ?? `no secret has ${variable}`,
  file(name: string) {
    if (name === "keys.json") return KEYS;
    return name.endsWith(".pem") ? readFileSync(testAuthorityFile, "utf8") : "token";
  },
};
const environmentOf = (values: string, process: string): Environment => environments[values]?.[process] ?? {};

describe.each(Object.entries(READERS))("the process %s", (process, readConfig) => {
  test.each(["minimum", "default", "everything"])("starts with the environment of the values %s", (values) => {
    expect(() => readConfig(environmentOf(values, process))).not.toThrow();
  });

  test.each(["minimum", "default", "everything"])(
    "gets no variable with the values %s that it doesn't read",
    (values) => {
      const names = Object.keys(environmentOf(values, process));
      readConfig(environmentOf(values, process));
      expect(names.filter((name) => !known.includes(name) && !OF_NODE.includes(name))).toEqual([]);
    },
  );

  test("has a place in the values for each variable that it reads", () => {
    const given = environmentOf("everything", process);
    readConfig(given);
    expect(known.filter((name) => !(name in given) && !WITHOUT_PLACE.has(name))).toEqual([]);
  });
});

test.each(CHART_PROCESSES)("a pod of %s is killed later than its process ends by itself", (process) => {
  for (const values of ["minimum", "default", "everything"]) {
    const config = READERS[process]?.(environmentOf(values, process)) as StopTimes;
    const longestStopMs = config.http.drainGraceMs + config.stopMs + CLOSING_MS;
    expect(graceMs[`${process} ${values}`]).toBeGreaterThanOrEqual(longestStopMs + 2_000);
  }
});

test.each(CHART_PROCESSES)("the process %s uses each variable that the values set", (process) => {
  const readConfig = READERS[process] ?? (() => undefined);
  const given = environmentOf("everything", process);
  const config = readConfig(given);
  const names = Object.keys(settingsIn("everything", process));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const { [name]: _, ...without } = given;
    expect([name, isDeepStrictEqual(config, readConfig(without))]).toEqual([name, false]);
  }
});

test.each(CHART_PROCESSES)(
  "the process %s accepts the least and the greatest value that the chart accepts",
  (process) => {
    const readConfig = READERS[process] ?? (() => undefined);
    const given = environmentOf("everything", process);
    for (const [name, { minimum, maximum }] of Object.entries(settingSchemasOf(process)))
      for (const bound of [minimum, maximum])
        if (bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER)
          expect(() => readConfig({ ...given, [name]: String(bound) })).not.toThrow();
  },
);

test("a prepare job starts with its environment, and needs all of it", async () => {
  const prepare = (environment: Environment) => {
    const entry = join(import.meta.dirname, "../../services/change-request/src/main-prepare.ts");
    const child = spawnSync(process.execPath, [entry], { env: environment, encoding: "utf8", timeout: 60_000 });
    return { code: child.status, printed: child.stdout };
  };
  const given: Environment = {
    ...environmentOf("everything", "change-request-prepare"),
    MONGO_URL: "mongodb://127.0.0.1:1/?tls=true",
  };
  const { MONGO_DATABASE: _, ...without } = given;
  expect(prepare(without)).toMatchObject({ code: MISCONFIGURED, printed: expect.stringContaining("MONGO_DATABASE") });
  // No server listens on port 1, so the process can't reach the database and fails after one second.
  expect(prepare({ ...given, PREPARE_SECONDS: "1" })).toMatchObject({ code: FAILED });
  for (const service of ["boundary-evaluator", "inventory", "security-manager", "mcp-tools"])
    expect(Object.keys(environmentOf("everything", `${service}-prepare`))).toEqual(Object.keys(given));
});

test("both processes of the evaluator get the same settings for evaluations", () => {
  const shared = Object.keys(readValues("everything").boundaryEvaluator?.settings ?? {});
  const [one, other] = ["subgraph", "worker"].map((name) => environmentOf("everything", `boundary-evaluator-${name}`));
  expect(shared.length).toBeGreaterThan(8);
  for (const name of shared) expect(one?.[name]).toBe(other?.[name]);
});

test("the subjects that a process admits are the service accounts of its callers", () => {
  expect(environmentOf("default", "change-request")).toMatchObject({
    CHANGE_REQUEST_TEXT_SUBJECTS:
      "system:serviceaccount:access:nas-boundary-evaluator-subgraph,system:serviceaccount:access:nas-boundary-evaluator-worker",
    JUDGE_AGAIN_SUBJECTS: "system:serviceaccount:access:nas-boundary-evaluator-worker",
  });
  expect(environmentOf("default", "security-manager").ACTING_SUBJECTS).toBe(
    "system:serviceaccount:access:nas-mcp-tools",
  );
});

test("no secret is written into the environment of a pod", () => {
  for (const [name, secret] of Object.entries(SECRETS))
    expect([name, environmentOf("everything", "inventory")[name] ?? secret]).toEqual([name, secret]);
});

interface StopTimes {
  readonly http: { readonly drainGraceMs: number };
  readonly stopMs: number;
}

interface SettingSchema {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns the JSON schemas of the environment variables that the chart's values may set for a process. */
function settingSchemasOf(process: string): Record<string, SettingSchema> {
  const { properties } = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8"));
  const shared = process.startsWith("boundary-evaluator-") ? properties.boundaryEvaluator.properties.settings : {};
  return { ...shared.properties, ...properties.processes.properties[process].properties.settings.properties };
}

function settingsIn(values: string, process: string): Record<string, unknown> {
  const { settings = {}, boundaryEvaluator, processes } = readValues(values);
  const shared = process.startsWith("boundary-evaluator-") ? boundaryEvaluator?.settings : {};
  return { ...settings, ...shared, ...processes?.[process]?.settings };
}
