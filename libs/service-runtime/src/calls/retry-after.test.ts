import { expect, test } from "@jest/globals";
import { retryAfterMs } from "./retry-after.ts";

const at = new Date("2026-11-21T05:00:00.500Z");

test.each([
  ["0", 0],
  ["120", 120_000],
  ["Sat, 21 Nov 2026 05:01:00 GMT", 59_500],
  ["Sat, 21 Nov 2026 04:59:00 GMT", 0],
  ["9".repeat(400), Number.POSITIVE_INFINITY],
  ["", undefined],
  ["soon", undefined],
])("a header %j means a wait of %j ms", (header, ms) => expect(retryAfterMs(header, at)).toBe(ms));
