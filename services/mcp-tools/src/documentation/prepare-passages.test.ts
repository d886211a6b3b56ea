import { expect, test } from "@jest/globals";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createPassagePreparation } from "./prepare-passages.ts";

test("prepares the index again and again, also after an attempt failed, until it stops", async () => {
  const { logger, lines } = keepLogLines();
  const third = Promise.withResolvers<void>();
  let calls = 0;
  const index = {
    async prepare() {
      calls++;
      if (calls === 1) throw new Error("away");
      if (calls === 3) third.resolve();
    },
  };
  const part = createPassagePreparation({ index, logger, everyMs: 1 });
  await part.start();
  await third.promise;
  await part.stop();
  const before = calls;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(before);
  expect(lines).toMatchObject([{ level: "error", task: "prepare-documentation-index" }]);
});
