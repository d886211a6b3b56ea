import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

/**
 * Returns the line about `ALLOWED_HOSTS` in the error for this value, or undefined if the value is valid. All other
 * settings are missing, so `readConfig` always throws.
 */
function read(ALLOWED_HOSTS: string): string | undefined {
  try {
    readConfig({ ALLOWED_HOSTS });
  } catch (error) {
    return String(error)
      .split("\n")
      .find((line) => line.includes("ALLOWED_HOSTS"));
  }
  throw new Error("the other settings are not missing");
}

test.each(["tools.example:8443", "https://tools.example", "tools.example/mcp"])(
  "the allowed host %s, which no request has, is refused",
  (host) => {
    expect(read(`other.example, ${host}`)).toBe(
      "  ALLOWED_HOSTS: must be host names without scheme and port, such as tools.example.com",
    );
  },
);

test("names and addresses are allowed hosts", () => {
  expect(read("Tools.example,10.0.0.5, [2001:db8::5]")).toBeUndefined();
});
