import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { testAuthorityFile, testCertificate } from "@network-access/testkit/test-certificates";
import { z } from "zod";
import {
  accessEnvironment,
  introspectionEnvironment,
  mongoEnvironment,
  openSearchEnvironment,
  openSearchSettings,
  readEnvironment,
  redisEnvironment,
  redisSettings,
  serverEnvironment,
  serviceTokenEnvironment,
  serviceTrust,
} from "./environment.ts";

const everything = z.object({
  ...serverEnvironment.shape,
  ...mongoEnvironment.shape,
  ...redisEnvironment.shape,
  ...accessEnvironment.shape,
  ...serviceTokenEnvironment.shape,
  ...introspectionEnvironment.shape,
});
const enough = {
  MONGO_URL: "mongodb://127.0.0.1:27017/",
  MONGO_DATABASE: "inventory",
  REDIS_URL: "redis://127.0.0.1:6379",
  USER_ISSUER: "https://issuer.example",
  USER_JWKS_URL: "https://issuer.example/jwks",
  USER_AUDIENCE: "network-access",
  SERVICE_ISSUER: "https://services.example",
  SERVICE_JWKS_URL: "http://127.0.0.1:4000/jwks",
  SERVICE_AUDIENCE: "inventory",
  SERVICE_TOKEN_FILE: "/var/run/tokens/{audience}",
};

test("an absent or empty variable gets its default, and the result is frozen", () => {
  const environment = readEnvironment(everything, { ...enough, PORT: "", LOG_LEVEL: undefined, UNKNOWN: "x" });
  expect(environment).toMatchObject({
    PORT: 0,
    LOG_LEVEL: "info",
    CORS_ORIGINS: [],
    INTROSPECTION: false,
    REDIS_PREFIX: "network-access",
  });
  expect(environment).not.toHaveProperty("UNKNOWN");
  expect(Object.isFrozen(environment)).toBe(true);
});

test("strings become typed values", () => {
  const given = {
    ...enough,
    PORT: "4001",
    INTROSPECTION: "on",
    CORS_ORIGINS: "https://a.example, https://b.example,",
    DRAIN_SECONDS: "0.5",
  };
  expect(readEnvironment(everything, given)).toMatchObject({
    PORT: 4001,
    INTROSPECTION: true,
    CORS_ORIGINS: ["https://a.example", "https://b.example"],
    DRAIN_SECONDS: 0.5,
  });
});

test("one error names every invalid variable, and never its value", () => {
  const { USER_ISSUER: _, ...rest } = enough;
  const wrong = {
    ...rest,
    PORT: "70000",
    MONGO_URL: "geheim://ada:geheim@host",
    LOG_LEVEL: "geheim",
    INTROSPECTION: "geheim",
    MONGO_DATABASE: "geheim/..",
  };
  const read = () => readEnvironment(everything, wrong);
  for (const name of ["PORT", "MONGO_URL", "LOG_LEVEL", "INTROSPECTION", "MONGO_DATABASE"])
    expect(read).toThrow(`${name}: `);
  expect(read).toThrow("USER_ISSUER: is missing");
  expect(read).not.toThrow("geheim");
});

test("a string instead of a number gets a readable message", () => {
  expect(() => readEnvironment(everything, { ...enough, PORT: "many" })).toThrow("PORT: must be a number");
});

test.each([
  "mongodb://127.0.0.1:27017",
  "mongodb://reader:p%40ss@db-0.example.com:27017,db-1.example.com:27017/?replicaSet=rs0&tls=true",
  "mongodb+srv://db.example.com/admin?tls=true",
])("%s is an address of the database", (MONGO_URL) => {
  expect(readEnvironment(mongoEnvironment, { ...enough, MONGO_URL })).toMatchObject({ MONGO_URL });
});

test.each([
  "db.example.com:27017",
  "mongodb://",
  "mongodb:///?replicaSet=rs0",
  "mongodb://reader:p@ss@db.example.com/",
  "mongodb://reader:p/ss@db.example.com/",
  "mongodb://reader:p:ss@db.example.com/",
  "mongodb://reader:[pss@db.example.com/",
  "mongodb://db.example.com/a/b",
])("%s is no address of the database", (MONGO_URL) => {
  expect(() => readEnvironment(mongoEnvironment, { ...enough, MONGO_URL })).toThrow(
    /MONGO_URL: must (be a mongodb address|have hosts, and user)/,
  );
});

test.each(["mongodb://reader:p%ss@db.example.com/", "mongodb://reader:p%C3%28@db.example.com/"])(
  "%s, whose password can't be decoded, is no address of an engine",
  (url) => {
    const engines = z.object({ ...mongoEnvironment.shape, ...redisEnvironment.shape });
    const read = () =>
      readEnvironment(engines, { ...enough, MONGO_URL: url, REDIS_URL: url.replace("mongodb", "redis") });
    for (const name of ["MONGO_URL", "REDIS_URL"])
      expect(read).toThrow(`${name}: has a % that does not begin a percent-encoded character`);
  },
);

const authority = readFileSync(testAuthorityFile, "utf8");
const secure = {
  ...enough,
  MONGO_URL: "mongodb://127.0.0.1/?tls=true",
  REDIS_URL: "rediss://127.0.0.1",
  OPENSEARCH_URL: "https://127.0.0.1",
  SERVICE_JWKS_URL: "https://services.example/jwks",
};
const CA_FILES = [
  "MONGO_CA_FILE",
  "REDIS_CA_FILE",
  "OPENSEARCH_CA_FILE",
  "USER_JWKS_CA_FILE",
  "SERVICE_JWKS_CA_FILE",
] as const;

describe.each(CA_FILES)("%s", (name) => {
  const engines = z.object({ ...everything.shape, ...openSearchEnvironment.shape });
  const read = (given: object) => readEnvironment(engines, { ...secure, ...given })[name];

  test("is read when the process starts", () => {
    expect(read({ [name]: testAuthorityFile })).toBe(authority);
    expect(read({})).toBeUndefined();
  });

  test.each([
    ["that does not exist", "/no/such/geheim", "can't be read"],
    ["without a certificate", new URL(import.meta.url).pathname, "has no certificates in PEM"],
  ])("may not name a file %s", (_, file, problem) => {
    expect(() => read({ [name]: file })).toThrow(`${name}: names a file that ${problem}`);
  });

  test("needs an address that uses TLS", () => {
    const { MONGO_URL, REDIS_URL } = enough;
    const [OPENSEARCH_URL, USER_JWKS_URL] = ["https://127.0.0.1,http://127.0.0.1", "http://issuer.example/jwks"];
    const SERVICE_JWKS_URL = USER_JWKS_URL;
    const plain = { MONGO_URL, REDIS_URL, OPENSEARCH_URL, USER_JWKS_URL, SERVICE_JWKS_URL };
    expect(() => read({ ...plain, [name]: testAuthorityFile })).toThrow(new RegExp(`${name}: needs .* in \\w+_URL`));
    expect(() => read(plain)).not.toThrow();
  });
});

test("a certificate that can't be read makes its file unusable", () => {
  const file = join(mkdtempSync(join(tmpdir(), "pem-")), "broken.pem");
  writeFileSync(file, `${testCertificate("trusted").cert}\n${authority.replace(/\n[^-]{40}/, "\nAAAA")}`);
  expect(() => readEnvironment(mongoEnvironment, { ...secure, MONGO_CA_FILE: file })).toThrow("no certificates in PEM");
});

test("the token for the keys of services goes over TLS or stays on this machine", () => {
  const read = (SERVICE_JWKS_URL: string) =>
    readEnvironment(accessEnvironment, { ...enough, SERVICE_JWKS_URL, SERVICE_JWKS_TOKEN_FILE: testAuthorityFile });
  expect(() => read("http://services.example/jwks")).toThrow(
    "SERVICE_JWKS_TOKEN_FILE: needs an https address in SERVICE_JWKS_URL, to keep the token secret",
  );
  expect(serviceTrust(read("https://services.example/jwks"))).toMatchObject({ tokenFile: testAuthorityFile });
  expect(serviceTrust(read("http://127.0.0.1/jwks"))).toMatchObject({ tokenFile: testAuthorityFile });
});

describe("Sentinels", () => {
  const read = (given: object) => readEnvironment(redisEnvironment, { REDIS_URL: "rediss://a:b@mymaster/2", ...given });

  test("are addresses, with 26379 as the port that need not be named", () => {
    const REDIS_SENTINELS = "sentinel-0.example.com, 10.0.0.2:26380,[2001:db8::1]:26381,";
    const settings = redisSettings(
      read({ REDIS_SENTINELS, REDIS_SENTINEL_USERNAME: "watcher", REDIS_SENTINEL_PASSWORD: "p" }),
    );
    expect(settings).toEqual({
      url: "rediss://a:b@mymaster/2",
      certificateAuthority: undefined,
      sentinels: {
        addresses: [
          { host: "sentinel-0.example.com", port: 26_379 },
          { host: "10.0.0.2", port: 26_380 },
          { host: "2001:db8::1", port: 26_381 },
        ],
        username: "watcher",
        password: "p",
      },
    });
    expect(redisSettings(read({})).sentinels).toBeUndefined();
  });

  test.each([",", "redis://sentinel:26379", "sentinel:none", "a@sentinel", "sentinel/0", "sentinel?a=b"])(
    "may not be given as %s",
    (REDIS_SENTINELS) => {
      expect(() => read({ REDIS_SENTINELS })).toThrow(/REDIS_SENTINELS: must be (one or more )?addresses such as/);
    },
  );

  test("need the name of the primary instead of an address", () => {
    const REDIS_SENTINELS = "sentinel:26379";
    expect(() => read({ REDIS_URL: "REDISS://a:b@redis.example.com" })).toThrow(
      "REDIS_URL: must begin with redis:// or rediss://",
    );
    for (const REDIS_URL of ["redis://10.0.0.1:6379", "redis://:p@"])
      expect(() => read({ REDIS_SENTINELS, REDIS_URL })).toThrow(
        "REDIS_SENTINELS: needs the name of the primary in REDIS_URL, in place of host and port",
      );
  });

  test("are needed for a password of Sentinels", () => {
    expect(() => read({ REDIS_SENTINEL_PASSWORD: "geheim" })).toThrow("REDIS_SENTINEL_PASSWORD: needs REDIS_SENTINELS");
    expect(() => read({ REDIS_SENTINELS: "a", REDIS_SENTINEL_USERNAME: "watcher" })).toThrow(
      "REDIS_SENTINEL_USERNAME: needs REDIS_SENTINEL_PASSWORD",
    );
  });
});

test("contradictions are named together with every other mistake", () => {
  const wrong = { ...enough, PORT: "70000", REDIS_CA_FILE: testAuthorityFile };
  const read = () => readEnvironment(everything, wrong);
  expect(read).toThrow("PORT: ");
  expect(read).toThrow("REDIS_CA_FILE: needs a rediss address in REDIS_URL");
});

test("a variable that a process does not read contradicts nothing", () => {
  const given = { ...enough, OPENSEARCH_PASSWORD: "geheim", REDIS_CA_FILE: testAuthorityFile };
  expect(() => readEnvironment(mongoEnvironment, given)).not.toThrow();
});

test("the credentials of the search index are complete or absent", () => {
  const read = (given: object) => readEnvironment(openSearchEnvironment, { OPENSEARCH_URL: "https://a", ...given });
  expect(() => read({ OPENSEARCH_USERNAME: "a" })).toThrow("OPENSEARCH_USERNAME: needs OPENSEARCH_PASSWORD");
  expect(() => read({ OPENSEARCH_PASSWORD: "a" })).toThrow("OPENSEARCH_PASSWORD: needs OPENSEARCH_USERNAME");
  expect(openSearchSettings(read({ OPENSEARCH_USERNAME: "a", OPENSEARCH_PASSWORD: "b" }))).toMatchObject({
    nodes: ["https://a"],
    username: "a",
    password: "b",
  });
});
