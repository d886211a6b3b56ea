import { expect, test } from "@jest/globals";
import { staleWarning } from "./stale-warning.ts";

test("an index that lags for ten seconds gives a warning, and one that lags less does not", () => {
  const since = new Date("2026-01-01T00:00:00Z");
  expect(staleWarning(undefined, since)).toEqual({});
  expect(staleWarning(since, new Date("2026-01-01T00:00:09.999Z"))).toEqual({});
  expect(staleWarning(since, new Date("2026-01-01T00:00:10Z"))).toEqual({
    warning: '110 - "the index lacks uploads since 2026-01-01T00:00:00.000Z"',
  });
});
