import { expect, test } from "@jest/globals";
import { createRefreshGroupHandler } from "./refresh-group-jobs.ts";

const group = { groupUuid: "00000000-0000-4000-8000-000000000000" };

async function worked(outcome: "done" | "again") {
  const asked: string[] = [];
  const times: number[] = [];
  const pace = {
    refresh: (uuids: readonly string[]) => void asked.push(...uuids),
    took: (_: string, ms: number) => void times.push(ms),
  };
  const work = createRefreshGroupHandler(async () => outcome, pace);
  await work(group, { signal: new AbortController().signal });
  return { asked, times };
}

test("the duration of a computation is reported to the pace", async () => {
  const { asked, times } = await worked("done");
  expect(times).toHaveLength(1);
  expect(times[0]).toBeGreaterThanOrEqual(0);
  expect(asked).toEqual([]);
});

test("a group that changed during its computation is requested again, at its pace", async () => {
  expect((await worked("again")).asked).toEqual([group.groupUuid]);
});
