import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { createJobHandler, type JobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Part } from "@network-access/service-runtime/run-until-signal";
import type { applyEvaluation } from "../evaluation/apply-evaluation.ts";

interface JobEngine {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly logger: Logger;
}

const told = counter({
  name: "evaluation_results_total",
  help: "Judgings the evaluator told of, by what became of them",
  labels: ["outcome"],
});

/** Asks the evaluator's worker to judge. `send` answers false when the job engine is away. */
export function createEvaluationSender(engine: JobEngine): Part & { send(id: EvaluationId): Promise<boolean> } {
  const sender = createJobSender(evaluateChangeRequest, engine);
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    send: async (id) => (await sender.send(id)).ok,
  };
}

/** Hears of finished judgings and hands them to `apply`. */
export function createEvaluatedHandler(
  apply: (id: EvaluationId) => ReturnType<typeof applyEvaluation>,
  options: JobEngine & { readonly concurrency: number; readonly stopMs: number },
): JobHandler {
  return createJobHandler(
    changeRequestEvaluated,
    async (id) => {
      const outcome = await apply(id);
      told.inc({ outcome });
      annotateRequest({ outcome });
    },
    options,
  );
}
