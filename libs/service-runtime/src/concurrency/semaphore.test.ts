import { expect, test } from "@jest/globals";
import { createSemaphore } from "./semaphore.ts";

test("at most so much work runs at once, the rest begins in the order of the calls, also after a failure", async () => {
  const limit = createSemaphore(2);
  const began: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, n) =>
    limit(() => {
      began.push(n);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  ends[1]?.reject(new Error("failed"));
  await expect(results[1]).rejects.toThrow("failed");
  expect(began).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) ends[n]?.resolve(n);
  expect(await Promise.all([0, 2, 3, 4].map((n) => results[n]))).toEqual([0, 2, 3, 4]);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(await limit(async () => "again")).toBe("again");
});

test("a call that leaves before its work begins is rejected at once, and the others keep their order", async () => {
  const limit = createSemaphore(1);
  const end = Promise.withResolvers<void>();
  const left = Promise.withResolvers<Error>();
  const began: string[] = [];
  const work = (name: string) => async () => {
    began.push(name);
    await end.promise;
    return name;
  };
  const first = limit(work("first"), left.promise);
  const second = limit(work("second"), left.promise);
  const third = limit(work("third"));
  left.resolve(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  expect(began).toEqual(["first"]);
  end.resolve();
  expect(await Promise.all([first, third])).toEqual(["first", "third"]);
  expect(began).toEqual(["first", "third"]);
});
