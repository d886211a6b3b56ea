import { expect, test } from "@jest/globals";
import { coalesce } from "./coalesce.ts";

test("calls during a running load share the next one, and no caller gets an older value", async () => {
  const loads: PromiseWithResolvers<string>[] = [];
  const load = coalesce(() => {
    const started = Promise.withResolvers<string>();
    loads.push(started);
    return started.promise;
  });
  const first = load();
  await Promise.resolve();
  const second = load();
  const third = load();
  expect(loads).toHaveLength(1);
  loads[0]?.resolve("before");
  expect(await first).toBe("before");
  await Promise.resolve();
  loads[1]?.resolve("after");
  expect(await Promise.all([second, third])).toEqual(["after", "after"]);
  expect(loads).toHaveLength(2);
});

test("a failed load rejects for all callers that shared it, and for none after them", async () => {
  let fails = true;
  const load = coalesce(async () => {
    if (fails) throw new Error("away");
    return "there";
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow("away");
  fails = false;
  expect(await load()).toBe("there");
});
