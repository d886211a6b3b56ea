import { expect, test } from "@jest/globals";
import { readDestination } from "./config.ts";

const stack = JSON.stringify({ graphUrl: "http://127.0.0.1:4000", token: "local", more: 1 });

test("the environment gives the address and the token", () => {
  expect(readDestination({ GRAPH_URL: "https://graph.example.com/graphql/", GRAPH_TOKEN: "Bearer t" }, stack)).toEqual({
    url: "https://graph.example.com",
    token: "t",
    from: "environment",
  });
});

test("without it, the running stack gives them", () => {
  expect(readDestination({ GRAPH_URL: "" }, stack)).toEqual({
    url: "http://127.0.0.1:4000",
    token: "local",
    from: "local stack",
  });
});

test("an incomplete environment is never completed from the stack, and the error names what is missing without values", () => {
  expect(() => readDestination({ GRAPH_URL: "https://graph.example.com" }, stack)).toThrow(/GRAPH_TOKEN: is missing/);
  expect(() => readDestination({ GRAPH_TOKEN: "secret" }, stack)).toThrow(/^(?!.*secret).*GRAPH_URL: is missing/s);
  expect(() => readDestination({}, undefined)).toThrow(/GRAPH_URL: is missing\s+GRAPH_TOKEN: is missing/);
  expect(() => readDestination({}, "{")).toThrow("can't be read");
});
