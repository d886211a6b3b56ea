import { expect, test } from "@jest/globals";
import { createIndexLag } from "./index-lag.ts";

test("the index lags since the oldest open item, read once a second, and a failure is not cached", async () => {
  let at = Date.parse("2026-01-01T00:00:00Z");
  let asked = 0;
  let since: Date | undefined = new Date(0);
  let unavailable = true;
  const oldest = async () => {
    asked += 1;
    if (unavailable) throw new Error("unavailable");
    return since;
  };
  const lag = createIndexLag({ openItems: { oldest }, now: () => new Date(at) });
  await expect(lag()).rejects.toThrow("unavailable");
  unavailable = false;
  expect(await lag()).toEqual(new Date(0));
  since = undefined;
  at += 999;
  expect(await lag()).toEqual(new Date(0));
  at += 1;
  expect(await lag()).toBeUndefined();
  expect(asked).toBe(3);
});
