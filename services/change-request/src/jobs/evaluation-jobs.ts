import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { RedisSettings } from "@network-access/service-runtime/connect-redis";
import { createJobHandler, type JobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { applyEvaluation } from "../evaluation/apply-evaluation.ts";

interface QueueOptions {
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
}

const results = counter({
  name: "evaluation_results_total",
  help: "Results reported by the evaluator, by how they were applied",
  labels: ["outcome"],
});

/** Creates the sender of jobs for the evaluator's worker. `send` returns false if the queue is unavailable. */
export function createEvaluationSender(queue: QueueOptions): Part & { send(id: EvaluationId): Promise<boolean> } {
  const sender = createJobSender(evaluateChangeRequest, queue);
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    send: async (id) => (await sender.send(id)).ok,
  };
}

/** Creates the handler that receives reports of finished evaluations and passes them to `apply`. */
export function createEvaluatedHandler(
  apply: (id: EvaluationId) => ReturnType<typeof applyEvaluation>,
  options: QueueOptions & { readonly concurrency: number; readonly stopMs: number },
): JobHandler {
  for (const outcome of ["applied", "superseded", "unknown"]) results.inc({ outcome }, 0);
  return createJobHandler(
    changeRequestEvaluated,
    async (id) => {
      const outcome = await apply(id);
      results.inc({ outcome });
      annotateRequest({ outcome });
    },
    options,
  );
}
