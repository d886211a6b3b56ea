import { expect, test } from "@jest/globals";
import { parseJavaMajor } from "./java.ts";

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ["openjdk 25.0.1 2025-10-21 LTS", 25],
  ['java version "1.8.0_402"', 8],
  ["no such thing", 0],
])("the major version of %j is read", (printed, major) => {
  expect(parseJavaMajor(printed)).toBe(major);
});
