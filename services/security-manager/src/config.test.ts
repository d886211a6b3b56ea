import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

const enough = {
  MONGO_URL: "mongodb://127.0.0.1:1",
  MONGO_DATABASE: "security-manager",
  OPENSEARCH_URL: "http://127.0.0.1:1",
  USER_ISSUER: "https://issuer",
  USER_JWKS_URL: "https://issuer/jwks",
  USER_AUDIENCE: "network-access",
  SERVICE_ISSUER: "https://services",
  SERVICE_JWKS_URL: "https://services/jwks",
  SERVICE_AUDIENCE: "security-manager",
};

test("no setting of Redis is read", () => {
  expect(() => readConfig({ ...enough, REDIS_URL: "none", REDIS_CA_FILE: "/none" })).not.toThrow();
});
