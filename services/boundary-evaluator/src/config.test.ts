import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { aKeyFile } from "../test/integrations.ts";
import { readSubgraphConfig, readWorkerConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "boundary-evaluator-"));
afterAll(() => rmSync(folder, { recursive: true }));
function aFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const environment = {
  MONGO_URL: "mongodb://127.0.0.1:1",
  MONGO_DATABASE: "evaluator",
  REDIS_URL: "redis://127.0.0.1:1",
  SERVICE_TOKEN_FILE: "/tokens/{audience}.jwt",
  INVENTORY_URL: "http://inventory",
  CHANGE_REQUEST_URL: "http://change-request",
  USER_ISSUER: "https://issuer",
  USER_JWKS_URL: "https://issuer/jwks",
  USER_AUDIENCE: "network-access",
  SERVICE_ISSUER: "https://services",
  SERVICE_JWKS_URL: "https://services/jwks",
  SERVICE_AUDIENCE: "boundary-evaluator",
  INTEGRATION_KEYS_FILE: aFile("keys.json", aKeyFile("k1")),
};

test("without thresholds a score never decides", () => {
  const never = { scoreReviewAt: null, scoreFailAt: null };
  expect(readSubgraphConfig(environment).judge.thresholds).toEqual(never);
  expect(readWorkerConfig({ ...environment, SCORE_FAIL_AT: "" }).judge.thresholds).toEqual(never);
  const set = { ...environment, SCORE_REVIEW_AT: "0", SCORE_FAIL_AT: "-5" };
  expect(readWorkerConfig(set).judge.thresholds).toEqual({ scoreReviewAt: 0, scoreFailAt: -5 });
});

test("every mistake is named at once, without its content", () => {
  const { INVENTORY_URL: _, ...rest } = environment;
  const wrong = { ...rest, SCORE_FAIL_AT: "many", JUDGING_THREADS: "0", CHANGE_REQUEST_URL: "ftp://secret" };
  expect(() => readWorkerConfig(wrong)).toThrow(/INVENTORY_URL: is missing/);
  for (const name of ["SCORE_FAIL_AT", "JUDGING_THREADS", "CHANGE_REQUEST_URL"])
    expect(() => readWorkerConfig(wrong)).toThrow(name);
  expect(() => readWorkerConfig(wrong)).not.toThrow(/secret/);
});

test("the worker needs no issuer of users, the subgraph no queue", () => {
  const { USER_ISSUER: _, ...withoutUsers } = environment;
  const { REDIS_URL: __, ...withoutRedis } = environment;
  expect(() => readWorkerConfig(withoutUsers)).not.toThrow();
  expect(() => readSubgraphConfig(withoutRedis)).not.toThrow();
});

test("neither process reads settings of a search index, and the subgraph does not read the settings of Redis", () => {
  const unusable = { OPENSEARCH_URL: "none", OPENSEARCH_PASSWORD: "none", OPENSEARCH_CA_FILE: "/none" };
  expect(() => readWorkerConfig({ ...environment, ...unusable })).not.toThrow();
  expect(() => readSubgraphConfig({ ...environment, ...unusable, REDIS_URL: "none" })).not.toThrow();
});

test("events go to public addresses over https only, unless the settings say otherwise", () => {
  const { receivers } = readSubgraphConfig(environment).integrations;
  expect(receivers.allowHttp).toBe(false);
  expect(receivers.addresses.whyRefused("127.0.0.1")).toBe("a loopback address");
  const local = { INTEGRATION_HTTP: "on", INTEGRATION_ADDRESSES: "127.0.0.0/8, ::1" };
  const allowing = readWorkerConfig({ ...environment, ...local }).integrations.receivers;
  expect(allowing.allowHttp).toBe(true);
  expect(["127.0.0.1", "::1", "10.0.0.1"].map(allowing.addresses.whyRefused)).toEqual([
    null,
    null,
    "a private address",
  ]);
});

test("attempts last about a day by default", () => {
  const { pauses } = readWorkerConfig(environment).deliveries;
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect(readWorkerConfig({ ...environment, DELIVERY_PAUSES: "0.5, 2" }).deliveries.pauses).toEqual([500, 2_000]);
});

test.each([
  ["is missing", "", /INTEGRATION_KEYS_FILE: is missing/],
  ["can't be read", "/nowhere/keys", /INTEGRATION_KEYS_FILE: names a file that can't be read/],
  ["is not JSON", aFile("broken", "sesame"), /INTEGRATION_KEYS_FILE: .*not JSON/],
  ["names no key of its own", aFile("none", '{"current":"2","keys":{"1":"AA=="}}'), /current must name/],
])("a key file that %s is named, without its content", (_, path, message) => {
  const wrong = { ...environment, INTEGRATION_KEYS_FILE: path, DELIVERY_PAUSES: "soon" };
  expect(() => readWorkerConfig(wrong)).toThrow(message);
  expect(() => readWorkerConfig(wrong)).toThrow(/DELIVERY_PAUSES: must be up to/);
  expect(() => readWorkerConfig(wrong)).not.toThrow(/AA==|sesame/);
});
