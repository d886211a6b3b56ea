import { expect, test } from "@jest/globals";
import { isUnencrypted } from "./is-unencrypted.ts";

test.each([
  ["http://service.example.com", true],
  ["https://service.example.com", false],
  ["http://127.0.0.1:8080", false],
  ["http://localhost:8080", false],
  ["http://[::1]:8080", false],
])("traffic to %s is unencrypted: %s", (url, readable) => {
  expect(isUnencrypted(url)).toBe(readable);
});
