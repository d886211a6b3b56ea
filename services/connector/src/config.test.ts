import { expect, test } from "@jest/globals";
import { readDestination, readStack } from "./config.ts";

const complete = {
  INVENTORY_URL: "https://inventory.example.com/",
  CONNECTOR_ID: "scanner",
  CONNECTOR_SECRET: "s3cret",
};

test("the environment gives the address and the credentials", () => {
  expect(readDestination(complete)).toEqual({ url: "https://inventory.example.com", id: "scanner", secret: "s3cret" });
});

test("every error is named at once, without values", () => {
  const wrong = { INVENTORY_URL: "inventory.example.com", CONNECTOR_ID: "a:b", CONNECTOR_SECRET: "" };
  expect(() => readDestination(wrong)).toThrow(
    /INVENTORY_URL: must be an http or https address\s+CONNECTOR_ID: can't hold a colon\s+CONNECTOR_SECRET: is missing/,
  );
});

test("the local stack's file gives the same; without a stack or a connector the error says what to do", () => {
  const file = JSON.stringify({
    baseUrl: "http://127.0.0.1:4001",
    connector: { id: "demonstration", secret: "x" },
    more: 1,
  });
  expect(readStack(file)).toEqual({ url: "http://127.0.0.1:4001", id: "demonstration", secret: "x" });
  expect(() => readStack(undefined)).toThrow("run npm start");
  expect(() => readStack(JSON.stringify({ baseUrl: "http://127.0.0.1:4001", connector: null }))).toThrow(
    "without --no-demo",
  );
});
