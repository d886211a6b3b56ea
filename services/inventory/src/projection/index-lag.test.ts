import { expect, test } from "@jest/globals";
import { createIndexLag } from "./index-lag.ts";

test("the index is behind since the oldest item that waits, asked once a second, and a failed answer is not kept", async () => {
  let at = Date.parse("2026-01-01T00:00:00Z");
  let asked = 0;
  let since: Date | undefined = new Date(0);
  let away = true;
  const oldest = async () => {
    asked += 1;
    if (away) throw new Error("away");
    return since;
  };
  const lag = createIndexLag({ openItems: { oldest }, now: () => new Date(at) });
  await expect(lag()).rejects.toThrow("away");
  away = false;
  expect(await lag()).toEqual(new Date(0));
  since = undefined;
  at += 999;
  expect(await lag()).toEqual(new Date(0));
  at += 1;
  expect(await lag()).toBeUndefined();
  expect(asked).toBe(3);
});
