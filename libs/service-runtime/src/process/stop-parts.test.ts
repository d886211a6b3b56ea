import { expect, test } from "@jest/globals";
import { keepLogLines } from "../../test/log-lines.ts";
import { pause } from "./deadline.ts";
import type { Part } from "./part.ts";
import { stopParts, stopTogether } from "./stop-parts.ts";

const { logger, lines } = keepLogLines();

function partsThat(stop: (late?: AbortSignal) => Promise<void>) {
  const told: string[] = [];
  const part = (name: string): Part => ({
    name,
    start: () => undefined,
    stop(late) {
      told.push(name);
      return stop(late);
    },
  });
  return { told, part };
}

/** Stops the parts. Returns whether all stopped cleanly, and how many milliseconds the stop took. */
async function timed(parts: readonly Part[], deadlineMs: number, closingMs: number) {
  const began = performance.now();
  const areClean = await stopParts(parts, { deadlineMs, closingMs, logger });
  return { areClean, tookMs: performance.now() - began };
}

test("however many parts hang, all are told to stop, within one bound", async () => {
  const { told, part } = partsThat(() => new Promise(() => undefined));
  const names = ["telemetry", "database", "sender", "client", "work"];
  const { areClean, tookMs } = await timed(names.map(part), 1_000, 1_000);
  expect(tookMs).toBeLessThan(2_000 + 2_500);
  expect(told).toEqual(names.toReversed());
  expect(areClean).toBe(false);
  expect(lines.filter(({ msg }) => msg === "a part did not stop cleanly").map(({ part }) => part)).toEqual(told);
});

test("a connection may use the time that the work left", async () => {
  const { part } = partsThat(() => pause(200));
  const quick: Part = { name: "work", start: () => undefined, stop: () => undefined };
  expect(await timed([part("database"), quick], 10_000, 10)).toMatchObject({ areClean: true });
});

test("parts that finish work stop at the same time, each with the whole deadline, and what they use stops after them", async () => {
  const { told, part } = partsThat(() => pause(1_000));
  const work = stopTogether([part("server"), part("jobs"), part("deliveries")]);
  await work.start();
  const { areClean, tookMs } = await timed([part("database"), work], 10_000, 10_000);
  expect(areClean).toBe(true);
  expect(tookMs).toBeLessThan(2_000 + 1_800);
  expect(told).toEqual(["deliveries", "jobs", "server", "database"]);
});

test("each part that finishes work learns when its time is over", async () => {
  const cut: string[] = [];
  const endless = (name: string): Part => ({
    name,
    start: () => undefined,
    async stop(late) {
      await pause(60_000, late);
      cut.push(name);
    },
  });
  const work = stopTogether([endless("server"), endless("jobs")]);
  await work.start();
  expect(await timed([work], 50, 50)).toMatchObject({ areClean: false });
  expect(cut).toEqual(["jobs", "server"]);
});

test("a part that fails to stop does not keep the others from stopping, and its error is logged", async () => {
  const broken: Part = {
    name: "broken",
    start: () => undefined,
    stop() {
      throw new Error("the queue is away");
    },
  };
  const { told, part } = partsThat(async () => undefined);
  const work = stopTogether([part("server"), broken]);
  await work.start();
  expect(await timed([work], 100, 100)).toMatchObject({ areClean: false });
  expect(told).toEqual(["server"]);
  expect(JSON.stringify(lines.at(-1))).toContain("the queue is away");
});

test("if a part cannot start, only the parts up to it are stopped", async () => {
  const { told, part } = partsThat(async () => undefined);
  const broken: Part = {
    ...part("broken"),
    start() {
      throw new Error("no port is free");
    },
  };
  const work = stopTogether([part("jobs"), broken, part("server")]);
  await expect(async () => work.start()).rejects.toThrow("no port is free");
  await work.stop();
  expect(told).toEqual(["broken", "jobs"]);
});

test("parts that were never started are all stopped, because their creation may have opened connections", async () => {
  const { told, part } = partsThat(async () => undefined);
  await stopTogether([part("jobs"), part("server")]).stop();
  expect(told).toEqual(["server", "jobs"]);
});
