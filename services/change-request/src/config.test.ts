import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
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

test("no setting of a search index is read", () => {
  const unusable = { OPENSEARCH_URL: "none", OPENSEARCH_PASSWORD: "none", OPENSEARCH_CA_FILE: "/none" };
  expect(() => readConfig({ ...enough, ...unusable })).not.toThrow();
});

test("authorities, credentials and Sentinels reach the clients of the engines and the fetch of keys", () => {
  const authority = readFileSync(testAuthorityFile, "utf8");
  const config = readConfig({
    ...enough,
    MONGO_URL: "mongodb://a:b@127.0.0.1/?tls=true",
    MONGO_CA_FILE: testAuthorityFile,
    REDIS_URL: "rediss://a:b@mymaster",
    REDIS_CA_FILE: testAuthorityFile,
    REDIS_SENTINELS: "127.0.0.1",
    USER_JWKS_CA_FILE: testAuthorityFile,
    SERVICE_JWKS_CA_FILE: testAuthorityFile,
    SERVICE_JWKS_TOKEN_FILE: testAuthorityFile,
  });
  expect(config).toMatchObject({
    mongo: { certificateAuthority: authority },
    jobs: {
      redis: { certificateAuthority: authority, sentinels: { addresses: [{ host: "127.0.0.1", port: 26_379 }] } },
    },
    users: { certificateAuthority: authority },
    services: { certificateAuthority: authority, tokenFile: testAuthorityFile },
  });
});
