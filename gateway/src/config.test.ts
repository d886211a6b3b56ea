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

describe("the settings", () => {
  test("put the given addresses in place of the placeholders", () => {
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

  test("take the address of the supergraph where it is a real one and none is given", () => {
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
      READ_DEADLINE_MS: 5_000,
      DRAFT_DEADLINE_MS: 10_000,
      PREVIEW_DEADLINE_MS: 30_000,
      MUTATION_DEADLINE_MS: 10_000,
      MAX_DEPTH: 15,
      MAX_ALIASES: 30,
      MAX_FIELDS: 1_000,
      MAX_TOKENS: 2_000,
      MAX_BODY_BYTES: 4_194_304,
      CORS_ORIGINS: [],
      INTROSPECTION: false,
    });
  });

  test("that are wrong are all named at once, and never shown", () => {
    const wrong = { SUPERGRAPH_PATH: placeholders, SUBGRAPH_GROUPS_URL: "s3cret", MAX_DEPTH: "none", USER_ISSUER: "i" };
    expect(() => readConfig(wrong)).toThrow(
      /(?=.*USER_JWKS_URL: is missing)(?=.*USER_AUDIENCE: is missing)(?=.*SUBGRAPH_REQUESTS_URL: is missing)(?=.*SUBGRAPH_GROUPS_URL: must be an http or https address)(?=.*MAX_DEPTH: )/s,
    );
    expect(() => readConfig(wrong)).not.toThrow(/s3cret/);
  });

  test("name the supergraph among the mistakes where it can't be read", () => {
    const file = join(folder, "nothing.graphql");
    expect(() => readConfig({ SUPERGRAPH_PATH: file })).toThrow(
      /(?=.*SUPERGRAPH_PATH: names no file that holds a composed supergraph)(?=.*USER_ISSUER: is missing)/s,
    );
  });
});
