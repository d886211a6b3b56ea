import { afterEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { keepLogLines } from "../../test/log-lines.ts";
import { registry } from "../telemetry/metrics.ts";
import { pause } from "./deadline.ts";
import type { Part } from "./part.ts";
import { createPeriodic } from "./periodic.ts";

let periodic: Part | undefined;
afterEach(() => periodic?.stop());

test("a run that throws is logged and counted, and the task runs again", async () => {
  const { logger, lines } = keepLogLines();
  let runs = 0;
  periodic = createPeriodic({
    name: "reconcile",
    everyMs: 5,
    logger,
    async task() {
      runs += 1;
      if (runs % 2 === 1) throw new Error(`failure ${runs}`);
    },
  });
  await periodic.start();
  await until("four runs", () => runs >= 4);
  expect(lines.filter((line) => line.task === "reconcile").length).toBeGreaterThanOrEqual(2);
  expect(await registry.getSingleMetricAsString("periodic_runs_total")).toMatch(
    /task="reconcile",outcome="failed"} ([2-9]|\d\d)/,
  );
});

test("runs never overlap, and starting twice starts once", async () => {
  let atOnce = 0;
  let most = 0;
  let runs = 0;
  periodic = createPeriodic({
    name: "slow",
    everyMs: 1,
    logger: keepLogLines().logger,
    async task() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await pause(15);
      atOnce -= 1;
      runs += 1;
    },
  });
  await periodic.start();
  await periodic.start();
  await until("three runs", () => runs >= 3);
  expect(most).toBe(1);
});

test("stop aborts the run in progress and waits for it, and none follows", async () => {
  let ended = 0;
  let began = 0;
  periodic = createPeriodic({
    name: "waiting",
    everyMs: 1,
    logger: keepLogLines().logger,
    async task(signal) {
      began += 1;
      await pause(60_000, signal);
      ended += 1;
    },
  });
  await periodic.start();
  await until("it began", () => began === 1);
  await periodic.stop();
  expect([began, ended]).toEqual([1, 1]);
});
