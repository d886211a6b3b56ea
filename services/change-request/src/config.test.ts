import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

const enough = {
  MONGO_URL: "mongodb://127.0.0.1:1",
  MONGO_DATABASE: "change-request",
  REDIS_URL: "redis://127.0.0.1:1",
  USER_ISSUER: "https://issuer",
  USER_JWKS_URL: "https://issuer/jwks",
  USER_AUDIENCE: "network-access",
  SERVICE_ISSUER: "https://services",
  SERVICE_JWKS_URL: "https://services/jwks",
  SERVICE_AUDIENCE: "change-request",
  SERVICE_TOKEN_FILE: "/tokens/{audience}.jwt",
  BOUNDARY_EVALUATOR_URL: "http://evaluator",
};

test.each([
  ["5,000 when nothing is said", {}, 5_000],
  ["what is said", { MAX_CONNECTIONS: "3000" }, 3_000],
  ["enough for all streams and requests", { MAX_STREAMS: "20000", MAX_CONCURRENT_REQUESTS: "100" }, 20_100],
  ["enough for them also when less is said", { MAX_CONNECTIONS: "10" }, 2_512],
])("the bound of open connections is %s", (_, given, most) => {
  expect(readConfig({ ...enough, ...given }).http.maxConnections).toBe(most);
});
