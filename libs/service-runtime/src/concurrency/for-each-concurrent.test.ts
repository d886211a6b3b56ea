import { expect, test } from "@jest/globals";
import { forEachConcurrent } from "./for-each-concurrent.ts";

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("every item is worked on once, and no more than asked for at once", async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await forEachConcurrent([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await pause();
    running -= 1;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("after a failure no further item is begun, and nothing runs on when it rejects", async () => {
  const begun: number[] = [];
  let running = 0;
  const work = forEachConcurrent([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    running += 1;
    try {
      for (let turn = 0; turn < item; turn += 1) await pause();
      if (item === 1) throw new Error("the first failed");
      if (item === 3) throw new Error("so did the third");
    } finally {
      running -= 1;
    }
  });
  await expect(work).rejects.toThrow("the first failed");
  expect({ begun, running }).toEqual({ begun: [1, 2, 3], running: 0 });
});

test("a failure that is thrown instead of rejected counts, and so does one without a value", async () => {
  const begun: number[] = [];
  const work = forEachConcurrent([1, 2, 3], 1, (item) => {
    begun.push(item);
    throw undefined;
  });
  await expect(work).rejects.toBeUndefined();
  expect(begun).toEqual([1]);
});
