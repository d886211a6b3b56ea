import { expect, test } from "@jest/globals";
import { readSubgraphConfig, readWorkerConfig } from "./config.ts";

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
};

test("without thresholds a score never decides", () => {
  const never = { scoreReviewAt: null, scoreFailAt: null };
  expect(readSubgraphConfig(environment).thresholds).toEqual(never);
  expect(readWorkerConfig({ ...environment, SCORE_FAIL_AT: "" }).thresholds).toEqual(never);
  const set = { ...environment, SCORE_REVIEW_AT: "0", SCORE_FAIL_AT: "-5" };
  expect(readWorkerConfig(set).thresholds).toEqual({ scoreReviewAt: 0, scoreFailAt: -5 });
});

test("every mistake is named at once, and never its content", () => {
  const { INVENTORY_URL: _, ...rest } = environment;
  const wrong = { ...rest, SCORE_FAIL_AT: "many", JUDGING_THREADS: "0", CHANGE_REQUEST_URL: "ftp://secret" };
  expect(() => readWorkerConfig(wrong)).toThrow(/INVENTORY_URL: is missing/);
  for (const name of ["SCORE_FAIL_AT", "JUDGING_THREADS", "CHANGE_REQUEST_URL"])
    expect(() => readWorkerConfig(wrong)).toThrow(name);
  expect(() => readWorkerConfig(wrong)).not.toThrow(/secret/);
});

test("the worker needs no issuer of people, the subgraph no queue", () => {
  const { USER_ISSUER: _, ...withoutUsers } = environment;
  const { REDIS_URL: __, ...withoutRedis } = environment;
  expect(() => readWorkerConfig(withoutUsers)).not.toThrow();
  expect(() => readSubgraphConfig(withoutRedis)).not.toThrow();
});
