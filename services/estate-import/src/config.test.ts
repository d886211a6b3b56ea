import { expect, test } from "@jest/globals";
import { readDestination, readStack } from "./config.ts";

test("the environment gives the address and the token, and the word Bearer may stand before it", () => {
  const env = { MANAGER_URL: "https://manager.example.com/", MANAGER_TOKEN: "t" };
  const expected = { url: "https://manager.example.com", authorization: "Bearer t" };
  expect(readDestination(env)).toEqual(expected);
  expect(readDestination({ ...env, MANAGER_TOKEN: "Bearer t" })).toEqual(expected);
});

test("a name and a password are sent instead of a token", () => {
  const env = { MANAGER_URL: "https://manager.example.com", MANAGER_USER: "ada", MANAGER_PASSWORD: "a:b" };
  const authorization = `Basic ${Buffer.from("ada:a:b").toString("base64")}`;
  expect(readDestination(env)).toEqual({ url: "https://manager.example.com", authorization });
});

test.each([
  [{ MANAGER_USER: "ada" }, "MANAGER_PASSWORD"],
  [{ MANAGER_PASSWORD: "s3cret" }, "MANAGER_USER"],
  [{ MANAGER_USER: "a:b", MANAGER_PASSWORD: "s3cret" }, "MANAGER_USER"],
  [{ MANAGER_USER: "ada", MANAGER_PASSWORD: "s3cret", MANAGER_TOKEN: "t" }, "one of them"],
])("credentials of a user that are not whole are refused (%j)", (given, message) => {
  const read = () => readDestination({ MANAGER_URL: "http://manager", ...given });
  expect(read).toThrow(message);
  expect(read).not.toThrow(/s3cret/);
});

test("everything that is missing or wrong is named, without its value", () => {
  expect(() => readDestination({ MANAGER_URL: "s3cret" })).toThrow(/MANAGER_URL[\s\S]*MANAGER_TOKEN/);
  expect(() => readDestination({ MANAGER_URL: "s3cret" })).not.toThrow(/s3cret/);
});

test.each([
  ["MANAGER_URL", { MANAGER_URL: "http://me:s3cret@manager", MANAGER_TOKEN: "t" }],
  ["MANAGER_TOKEN", { MANAGER_URL: "http://manager", MANAGER_TOKEN: "s3cret\nmore" }],
])("%s is refused where it would be printed with a secret", (name, env) => {
  expect(() => readDestination(env)).toThrow(name);
  expect(() => readDestination(env)).not.toThrow(/s3cret/);
});

test("the file of the local stack gives both", () => {
  const text = JSON.stringify({ managerUrl: "http://127.0.0.1:1", token: "t", baseUrl: "x" });
  expect(readStack(text)).toEqual({ url: "http://127.0.0.1:1", authorization: "Bearer t" });
  expect(() => readStack("{}")).toThrow("the stack of this clone has no security manager");
  expect(() => readStack(undefined)).toThrow("no stack runs in this clone; run npm start");
});
