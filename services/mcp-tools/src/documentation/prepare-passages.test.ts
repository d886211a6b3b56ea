import { expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createPassagePreparation } from "./prepare-passages.ts";

test("prepares the index until it succeeds, and not again", async () => {
  const { logger, lines } = keepLogLines();
  const third = Promise.withResolvers<void>();
  let calls = 0;
  const index = {
    async prepare() {
      calls++;
      if (calls < 3) throw new Error("away");
      third.resolve();
    },
  };
  const part = createPassagePreparation({ index, logger, everyMs: 1 });
  await part.start();
  await third.promise;
  await new Promise((resolve) => setTimeout(resolve, 30));
  await part.stop();
  expect(calls).toBe(3);
  expect(lines.map(({ level }) => level)).toEqual(["error", "error", "info"]);
});
