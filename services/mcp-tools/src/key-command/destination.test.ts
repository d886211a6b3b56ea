import { expect, test } from "@jest/globals";
import { readDestination } from "./destination.ts";

const stack = JSON.stringify({ mcpUrl: "http://127.0.0.1:4321/mcp", token: "stack-token", mcp: null });
const noStack = () => undefined;

test("the environment gives the address and the token, and the word Bearer may stand before it", () => {
  const expected = { url: "https://tools.example.com", token: "t" };
  for (const TOOL_SERVER_URL of [
    "https://tools.example.com",
    "https://tools.example.com/",
    "https://tools.example.com/mcp",
  ])
    for (const TOOL_SERVER_TOKEN of ["t", "Bearer t"])
      expect(readDestination({ TOOL_SERVER_URL, TOOL_SERVER_TOKEN }, () => stack)).toEqual(expected);
});

test("without the environment it is the running stack", () => {
  expect(readDestination({ TOOL_SERVER_URL: "" }, () => stack)).toEqual({
    ...{ url: "http://127.0.0.1:4321", token: "stack-token" },
  });
  expect(() => readDestination({}, noStack)).toThrow("run npm start, or set TOOL_SERVER_URL and TOOL_SERVER_TOKEN");
  expect(() => readDestination({}, () => "{}")).toThrow("has no tool server");
});

test("one variable alone is refused, and so is a wrong one, without its value", () => {
  const read = (env: Record<string, string>) => () => readDestination(env, () => stack);
  expect(read({ TOOL_SERVER_TOKEN: "s3cret" })).toThrow("TOOL_SERVER_URL: is missing");
  expect(read({ TOOL_SERVER_URL: "https://tools.example.com" })).toThrow("TOOL_SERVER_TOKEN: is missing");
  const wrong = read({ TOOL_SERVER_URL: "https://me:s3cret@tools", TOOL_SERVER_TOKEN: "s3cret\nmore" });
  expect(wrong).toThrow(/TOOL_SERVER_URL: can't[\s\S]*TOOL_SERVER_TOKEN: must be/);
  expect(wrong).not.toThrow(/s3cret/);
});
