import { expect, test } from "@jest/globals";
import { coalesce } from "./coalesce.ts";

test("whoever calls while a question is under way shares the next one, and nobody gets an older answer", async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = coalesce(() => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  });
  const first = ask();
  await Promise.resolve();
  const second = ask();
  const third = ask();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve("before");
  expect(await first).toBe("before");
  await Promise.resolve();
  asked[1]?.resolve("after");
  expect(await Promise.all([second, third])).toEqual(["after", "after"]);
  expect(asked).toHaveLength(2);
});

test("a question that fails is heard by those who shared it, and by nobody after them", async () => {
  let fails = true;
  const ask = coalesce(async () => {
    if (fails) throw new Error("away");
    return "there";
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow("away");
  fails = false;
  expect(await ask()).toBe("there");
});
