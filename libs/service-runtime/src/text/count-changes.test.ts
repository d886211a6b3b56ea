import { expect, test } from "@jest/globals";
import { countChanges } from "./count-changes.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["zone", "zone", 0],
  ["zone", "zones", 1],
  ["source", "sorce", 1],
  ["action", "actoin", 2],
  ["kitten", "sitting", 3],
])("from %j to %j takes %d changes, in both directions", (one, other, changes) => {
  expect([countChanges(one, other, 3), countChanges(other, one, 3)]).toEqual([changes, changes]);
});

test("more changes than allowed are a number above it", () => {
  expect(countChanges("zone", "destination", 3)).toBeGreaterThan(3);
  expect(countChanges("abcd", "wxyz", 3)).toBeGreaterThan(3);
});
