import { expect, test } from "@jest/globals";
import { readDestination, readStack } from "./config.ts";

const MANAGER_URL = "https://manager.example.com/";

test("the environment gives the address and a token", () => {
  expect(readDestination({ MANAGER_URL, MANAGER_TOKEN: "abc.def" })).toEqual({
    url: "https://manager.example.com",
    credentials: { token: "abc.def" },
    hint: "check MANAGER_TOKEN",
  });
});

test("or a user with a password", () => {
  expect(
    readDestination({ MANAGER_URL, MANAGER_USER: "importer", MANAGER_PASSWORD: "a b", MANAGER_TOKEN: "" }),
  ).toEqual({
    url: "https://manager.example.com",
    credentials: { user: "importer", password: "a b" },
    hint: "check MANAGER_USER and MANAGER_PASSWORD",
  });
});

test("every error is named at once", () => {
  expect(() => readDestination({})).toThrow(
    /MANAGER_URL: is missing\s+MANAGER_TOKEN: is missing; MANAGER_USER and MANAGER_PASSWORD work instead/,
  );
  expect(() => readDestination({ MANAGER_PASSWORD: "p" })).toThrow(
    /MANAGER_URL: is missing\s+MANAGER_USER: is missing/,
  );
  expect(() => readDestination({ MANAGER_URL, MANAGER_USER: "u", MANAGER_PASSWORD: "p", MANAGER_TOKEN: "t" })).toThrow(
    "MANAGER_TOKEN: can't be given beside MANAGER_USER and MANAGER_PASSWORD",
  );
});

test.each([
  [{ MANAGER_URL: "manager.example.com", MANAGER_TOKEN: "s3cret" }, "must be an http or https address"],
  [{ MANAGER_URL: "https://importer:s3cret@manager.example.com", MANAGER_TOKEN: "t" }, "can't hold a user"],
  [{ MANAGER_URL, MANAGER_TOKEN: "s3cret\n" }, "must be printable ASCII without spaces"],
])("a wrong variable is named without its value", (env, problem) => {
  const message = problemOf(() => readDestination(env));
  expect(message).toContain(problem);
  expect(message).not.toContain("s3cret");
});

test("the local stack's file gives the address and a token", () => {
  const file = JSON.stringify({ managerUrl: "http://127.0.0.1:4003", manager: { token: "abc" }, more: 1 });
  expect(readStack(file)).toMatchObject({ url: "http://127.0.0.1:4003", credentials: { token: "abc" } });
});

test.each([
  [undefined, "no stack runs in this clone; run npm start"],
  [JSON.stringify({ baseUrl: "http://127.0.0.1:4001" }), "has no security manager"],
  [JSON.stringify({ managerUrl: "http://127.0.0.1:4003", manager: null }), "has no security manager"],
  ["{", "has no security manager"],
])("without a manager in the stack the error says what to do", (file, problem) => {
  expect(problemOf(() => readStack(file))).toContain(problem);
});

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return String(error);
  }
  throw new Error("it was accepted");
}
