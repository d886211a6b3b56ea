import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { composeTwo } from "../test/two-subgraphs.ts";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-config-"));
const placeholders = join(folder, "placeholders.graphql");
const addressed = join(folder, "addressed.graphql");
beforeAll(() => {
  const supergraph = composeTwo();
  writeFileSync(placeholders, supergraph);
  writeFileSync(addressed, supergraph.replaceAll(".subgraph.invalid/", ".example:4001/"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const trust = { USER_ISSUER: "i", USER_JWKS_URL: "http://issuer.example/jwks", USER_AUDIENCE: "a" };

test("the settings of MongoDB, Redis and OpenSearch are not read", () => {
  const unusable = { MONGO_URL: "none", REDIS_URL: "none", OPENSEARCH_URL: "none", REDIS_CA_FILE: "/none" };
  expect(() => readConfig({ ...trust, ...unusable, SUPERGRAPH_PATH: addressed })).not.toThrow();
});

describe("the settings", () => {
  test("replace the placeholders by the given URLs", () => {
    const config = readConfig({
      ...trust,
      SUPERGRAPH_PATH: placeholders,
      SUBGRAPH_REQUESTS_URL: "http://requests.example/graphql",
      SUBGRAPH_GROUPS_URL: "http://groups.example/graphql",
    });
    expect(config.subgraphs).toEqual([
      { name: "groups", url: "http://groups.example/graphql" },
      { name: "requests", url: "http://requests.example/graphql" },
    ]);
    expect(config.supergraph).toContain("join__Graph");
  });

  test("take the URL of the supergraph where it is a real one and no variable is set", () => {
    const config = readConfig({
      ...trust,
      SUPERGRAPH_PATH: addressed,
      SUBGRAPH_GROUPS_URL: "http://other.example/graphql",
    });
    expect(config.subgraphs).toEqual([
      { name: "groups", url: "http://other.example/graphql" },
      { name: "requests", url: "http://requests.example:4001/graphql" },
    ]);
  });

  test("have the limits of the product as defaults, and introspection off", () => {
    const config = readConfig({ ...trust, SUPERGRAPH_PATH: addressed });
    expect(config).toMatchObject({
      deadlines: { readMs: 5_000, draftMs: 10_000, previewMs: 30_000, mutationMs: 10_000 },
      limits: { depth: 15, aliases: 30, fields: 1_000, tokens: 2_000 },
      http: { maxBodyBytes: 4_194_304, corsOrigins: [] },
      introspection: false,
    });
  });

  test("that are invalid are all named at once, without their values", () => {
    const wrong = { SUPERGRAPH_PATH: placeholders, SUBGRAPH_GROUPS_URL: "s3cret", MAX_DEPTH: "none", USER_ISSUER: "i" };
    expect(() => readConfig(wrong)).toThrow(
      /(?=.*USER_JWKS_URL: is missing)(?=.*USER_AUDIENCE: is missing)(?=.*SUBGRAPH_REQUESTS_URL: is missing)(?=.*SUBGRAPH_GROUPS_URL: must be an http or https address)(?=.*MAX_DEPTH: )/s,
    );
    expect(() => readConfig(wrong)).not.toThrow(/s3cret/);
  });

  test("name the supergraph among the errors when it can't be read", () => {
    const file = join(folder, "nothing.graphql");
    expect(() => readConfig({ SUPERGRAPH_PATH: file })).toThrow(
      /(?=.*SUPERGRAPH_PATH: names no file that holds a composed supergraph)(?=.*USER_ISSUER: is missing)/s,
    );
  });
});
