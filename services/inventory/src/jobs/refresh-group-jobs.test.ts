import { expect, test } from "@jest/globals";
import { createRefreshGroupHandler } from "./refresh-group-jobs.ts";

const group = { groupUuid: "00000000-0000-4000-8000-000000000000" };

/** Rounds that take so long each, by the answers they give; how long it rested between them. */
async function worked(answers: readonly ("done" | "again")[], roundMs: number, signal = new AbortController().signal) {
  let clock = 0;
  let rounds = 0;
  const rests: number[] = [];
  const handle = createRefreshGroupHandler(
    async () => {
      clock += roundMs;
      rounds += 1;
      return answers[rounds - 1] ?? "again";
    },
    {
      now: () => new Date(clock),
      async pause(ms) {
        rests.push(ms);
        clock += ms;
      },
    },
  );
  await handle(group, { signal });
  return { rounds, rests };
}

test("a group that changes while it is computed is computed again, after a rest as long as that took", async () => {
  expect(await worked(["done"], 300)).toEqual({ rounds: 1, rests: [] });
  expect(await worked(["again", "again", "done"], 300)).toEqual({ rounds: 3, rests: [300, 300] });
  expect(await worked(["again", "done"], 60_000)).toEqual({ rounds: 2, rests: [1_500] });
});

test("one job ends after a few rounds: the sender's next one goes on", async () => {
  expect((await worked([], 1)).rounds).toBe(5);
});

test("a process that stops does not begin another round", async () => {
  await expect(worked([], 1, AbortSignal.abort(new Error("stopping")))).rejects.toThrow("stopping");
});
