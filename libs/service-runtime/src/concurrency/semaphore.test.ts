import { expect, test } from "@jest/globals";
import { createSemaphore } from "./semaphore.ts";

test("so much goes on at once, the rest in the order it came, also after something failed", async () => {
  const turn = createSemaphore(2);
  const began: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, n) =>
    turn(() => {
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
  expect(await turn(async () => "again")).toBe("again");
});

test("whoever leaves before its turn is rejected at once, and the others keep their order", async () => {
  const turn = createSemaphore(1);
  const end = Promise.withResolvers<void>();
  const left = Promise.withResolvers<Error>();
  const began: string[] = [];
  const work = (name: string) => async () => {
    began.push(name);
    await end.promise;
    return name;
  };
  const first = turn(work("first"), left.promise);
  const second = turn(work("second"), left.promise);
  const third = turn(work("third"));
  left.resolve(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  expect(began).toEqual(["first"]);
  end.resolve();
  expect(await Promise.all([first, third])).toEqual(["first", "third"]);
  expect(began).toEqual(["first", "third"]);
});
