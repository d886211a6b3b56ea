import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { createJobHandler, type JobHandler, type JobHandlerOptions } from "@network-access/service-runtime/job-handler";
import { createJobSender, type JobSenderOptions } from "@network-access/service-runtime/job-sender";
import type { Part } from "@network-access/service-runtime/part";

/** Creates the handler of the jobs that request evaluations. */
export function createEvaluateHandler(
  evaluate: (id: EvaluationId, signal: AbortSignal) => Promise<void>,
  options: JobHandlerOptions,
): JobHandler {
  return createJobHandler(evaluateChangeRequest, (id, { signal }) => evaluate(id, signal), options);
}

/**
 * Creates a sender of jobs. Each job notifies the change-request service that an evaluation has been recorded. `notify`
 * returns false if the queue does not respond.
 */
export function createEvaluatedSender(
  options: JobSenderOptions,
): Part & { notify(id: EvaluationId): Promise<boolean> } {
  const sender = createJobSender(changeRequestEvaluated, options);
  return {
    name: sender.name,
    start: () => sender.start(),
    stop: () => sender.stop(),
    notify: async (id) => (await sender.send(id)).ok,
  };
}
