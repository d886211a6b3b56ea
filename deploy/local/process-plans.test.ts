import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { conformancePlan, PROCESS_NAMES, preparationPlans, processPlans } from "./process-plans.ts";

const plans = processPlans({
  root: resolve(import.meta.dirname, "../.."),
  ports: {
    issuer: 1,
    "change-request": 2,
    "boundary-evaluator-subgraph": 3,
    "boundary-evaluator-worker": 4,
    inventory: 5,
    "security-manager": 6,
    "mcp-tools": 7,
    gateway: 8,
  },
  engines: { mongoUrl: "mongodb://127.0.0.1:7/", redisUrl: "redis://127.0.0.1:8", opensearchUrl: "http://127.0.0.1:9" },
  keyFile: "/data/issuer/keys.json",
  integrationKeysFile: "/data/integration-keys.json",
  serviceTokenFolder: "/data/service-tokens",
  prefix: "mine",
});

test("every process has an entry file that exists and listens on loopback at its own port", () => {
  for (const [place, name] of PROCESS_NAMES.entries()) {
    expect(existsSync(plans[name].entry)).toBe(true);
    expect(plans[name].environment).toMatchObject({ HOST: "127.0.0.1", PORT: String(place + 1) });
  }
});

test("each database has one process that prepares it, with an entry file that exists", () => {
  const root = resolve(import.meta.dirname, "../..");
  const preparations = preparationPlans(root, PROCESS_NAMES, (name) => plans[name].environment);
  for (const { entry } of preparations) expect(existsSync(entry)).toBe(true);
  const databases = Object.values(plans).flatMap(({ environment: { MONGO_DATABASE = [] } }) => MONGO_DATABASE);
  expect(preparations.map(({ environment }) => environment.MONGO_DATABASE).sort()).toEqual(
    [...new Set(databases)].sort(),
  );
  const some = preparationPlans(root, ["gateway", "mcp-tools"], (name) => plans[name].environment);
  expect(some.map(({ name }) => name)).toEqual(["mcp-tools-prepare"]);
});

test("the conformance profile has an entry file that exists, and learns whether this is production", () => {
  const plan = conformancePlan(resolve(import.meta.dirname, "../.."), 9, "production");
  expect(existsSync(plan.entry)).toBe(true);
  expect(plan.environment).toMatchObject({ HOST: "127.0.0.1", PORT: "9", NODE_ENV: "production" });
});

test("the two processes of the evaluator share database, name and tokens", () => {
  const { PORT: _one, ...subgraph } = plans["boundary-evaluator-subgraph"].environment;
  const { PORT: _two, ...worker } = plans["boundary-evaluator-worker"].environment;
  expect(subgraph).toEqual(worker);
  expect(worker).toMatchObject({
    MONGO_DATABASE: "mine-boundary-evaluator",
    SERVICE_AUDIENCE: "boundary-evaluator",
    SERVICE_TOKEN_FILE: "/data/service-tokens/boundary-evaluator/{audience}.jwt",
  });
});

test("no service writes into another one's database", () => {
  const databases = [
    "change-request",
    "boundary-evaluator-subgraph",
    "inventory",
    "security-manager",
    "mcp-tools",
  ] as const;
  expect(new Set(databases.map((name) => plans[name].environment.MONGO_DATABASE)).size).toBe(5);
});

test("the gateway has the URLs of the subgraphs and of no engine", () => {
  const { environment } = plans.gateway;
  expect(environment.SUBGRAPH_BOUNDARY_EVALUATOR_URL).toBe("http://127.0.0.1:3/graphql");
  expect(Object.keys(environment).filter((name) => /MONGO|REDIS|OPENSEARCH|SERVICE_TOKEN/.test(name))).toEqual([]);
});
