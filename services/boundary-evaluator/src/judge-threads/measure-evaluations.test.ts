import { beforeAll, expect, test } from "@jest/globals";
import { registry } from "@network-access/service-runtime/metrics";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { Judgement } from "../judging/model/judgement.ts";
import { measureEvaluations } from "./measure-evaluations.ts";

const METRICS = ["evaluations_total", "evaluation_duration_seconds"];
const SIZES = ["evaluation_rules", "evaluation_boundaries", "evaluation_cidrs"];
// Tests of other files in this process may have counted evaluations.
beforeAll(() => {
  for (const name of [...METRICS, ...SIZES]) registry.getSingleMetric(name)?.reset();
});

const request = { projectId: "p", rules: [{}, {}, {}] } as unknown as EvaluatedRequest;
const inputs = {
  admitted: { boundaries: [{}, {}] },
  resolution: new Map([
    ["group:a", { outcome: "resolved", addressCount: 40 }],
    ["group:b", { outcome: "resolved", addressCount: 2 }],
    ["group:c", { outcome: "failed", reason: "away" }],
  ]),
} as unknown as EvaluationInputs;

test("an evaluation is counted by its state, with its size and the time of each phase", async () => {
  const measured = measureEvaluations({
    collectInputs: async () => inputs,
    judge: async () => ({ state: "Review" }) as Judgement,
  });
  expect(await samples()).toEqual(expect.arrayContaining(['evaluations_total{state="Review"} 0']));
  expect((await measured.judge(request, await measured.collectInputs(request))).state).toBe("Review");
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'evaluations_total{state="Review"} 1',
      'evaluations_total{state="Error"} 0',
      'evaluation_duration_seconds_count{phase="inputs"} 1',
      'evaluation_duration_seconds_count{phase="judge"} 1',
      "evaluation_rules_sum 3",
      "evaluation_boundaries_sum 2",
      "evaluation_cidrs_sum 42",
    ]),
  );
});

test("an evaluation that throws is neither counted nor measured, and its error reaches the caller", async () => {
  const before = await samples();
  const measured = measureEvaluations({
    collectInputs: () => Promise.reject(new Error("the database is away")),
    judge: () => Promise.reject(new Error("the judge failed")),
  });
  await expect(measured.collectInputs(request)).rejects.toThrow("the database is away");
  await expect(measured.judge(request, inputs)).rejects.toThrow("the judge failed");
  expect(await samples()).toEqual(before);
});

/**
 * Returns the lines of the metrics about evaluations. Leaves out histogram buckets, sums of durations, and the number
 * of waiting evaluations.
 */
async function samples(): Promise<string[]> {
  const lines = (await registry.metrics()).split("\n");
  return lines.filter((line) => /^evaluation/.test(line) && !/_bucket|seconds_sum|waiting/.test(line));
}
