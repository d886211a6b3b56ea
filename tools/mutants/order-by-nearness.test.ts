import { expect, test } from "@jest/globals";
import { orderByNearness } from "./order-by-nearness.ts";

test("tests beside a file run first, then those that share folders with it, the others last", () => {
  const paths = ["/r/libs/a/src/x.test.ts", "/r/services/b/src/y.test.ts", "/r/services/b/src/c/z.test.ts"];
  expect(orderByNearness(paths, "/r/services/b/src/c/file.ts")).toEqual(paths.toReversed());
});

test("of equally near ones the shorter path runs first: it is the file's own test", () => {
  const paths = ["/r/a/file-with-more.test.ts", "/r/a/file.test.ts"];
  expect(orderByNearness(paths, "/r/a/file.ts")).toEqual(paths.toReversed());
});
