import { expect, test } from "@jest/globals";
import { readDestination, readStack } from "./config.ts";

test("the environment gives the address and the token", () => {
  const env = { MANAGER_URL: "https://manager.example.com/", MANAGER_TOKEN: "t" };
  expect(readDestination(env)).toEqual({ url: "https://manager.example.com", token: "t" });
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
  expect(readStack(text)).toEqual({ url: "http://127.0.0.1:1", token: "t" });
  expect(() => readStack("{}")).toThrow("the stack of this clone has no security manager");
  expect(() => readStack(undefined)).toThrow("no stack runs in this clone; run npm start");
});
