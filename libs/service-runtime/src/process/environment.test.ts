import { expect, test } from "@jest/globals";
import { z } from "zod";
import {
  accessEnvironment,
  introspectionEnvironment,
  isUnencrypted,
  mongoEnvironment,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  serviceTokenEnvironment,
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
  ["http://service.example.com", true],
  ["https://service.example.com", false],
  ["http://127.0.0.1:8080", false],
  ["http://localhost:8080", false],
  ["http://[::1]:8080", false],
])("traffic to %s is unencrypted: %s", (url, readable) => {
  expect(isUnencrypted(url)).toBe(readable);
});
