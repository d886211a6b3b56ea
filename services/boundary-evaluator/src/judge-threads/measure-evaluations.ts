import { counter, histogram } from "@network-access/service-runtime/metrics";
import { withSpan } from "@network-access/service-runtime/telemetry";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { RunJudge } from "./judge-runner.ts";

const durations = histogram({
  name: "evaluation_duration_seconds",
  help: "Duration of the two phases of an evaluation: collecting its inputs, and judging",
  labels: ["phase"],
});
const verdicts = counter({
  name: "evaluations_total",
  help: "Evaluations by the state they led to",
  labels: ["state"],
});
const sizes = {
  rules: histogram({
    name: "evaluation_rules",
    help: "Rules of an evaluated change request",
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
  }),
  boundaries: histogram({
    name: "evaluation_boundaries",
    help: "Boundaries that apply to an evaluated change request",
    buckets: [0, 1, 10, 30, 100, 300, 1_000, 3_000, 10_000],
  }),
  cidrs: histogram({
    name: "evaluation_cidrs",
    help: "CIDRs of the groups and items that an evaluation looked up",
    buckets: [0, 10, 100, 1_000, 10_000, 100_000, 1_000_000],
  }),
};

interface Evaluating {
  collectInputs(request: EvaluatedRequest): Promise<EvaluationInputs>;
  readonly judge: RunJudge;
}

/**
 * Wraps the two phases of an evaluation to trace them and to measure their durations. Also counts verdicts by state,
 * and measures the numbers of rules, boundaries and CIDRs.
 */
export function measureEvaluations({ collectInputs, judge }: Evaluating): Evaluating {
  for (const state of ["Pass", "Fail", "Review", "Error"]) verdicts.inc({ state }, 0);
  return {
    collectInputs: (request) =>
      withSpan("collect inputs", { kind: "internal" }, async () => {
        const stop = durations.startTimer({ phase: "inputs" });
        const inputs = await collectInputs(request);
        stop();
        return inputs;
      }),
    judge(request, inputs, signal) {
      const size = sizeOf(request, inputs);
      return withSpan("judge", { kind: "internal", attributes: size }, async () => {
        const stop = durations.startTimer({ phase: "judge" });
        const judgement = await judge(request, inputs, signal);
        stop();
        for (const part of ["rules", "boundaries", "cidrs"] as const) sizes[part].observe(size[part]);
        verdicts.inc({ state: judgement.state });
        return judgement;
      });
    },
  };
}

function sizeOf({ rules }: EvaluatedRequest, { admitted, resolution }: EvaluationInputs) {
  let cidrs = 0;
  for (const resolved of resolution.values()) if (resolved.outcome === "resolved") cidrs += resolved.addressCount;
  return { rules: rules.length, boundaries: admitted.boundaries.length, cidrs };
}
