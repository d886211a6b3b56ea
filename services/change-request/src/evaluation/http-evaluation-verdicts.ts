import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { EvaluationVerdict, evaluationVerdictPath } from "@network-access/service-contracts/evaluation-verdict";
import type { ServiceClient } from "@network-access/service-runtime/service-client";

/**
 * Fetches the verdict of an attempt. Returns undefined if the evaluator has none. Throws if the evaluator does not
 * answer.
 */
export function httpEvaluationVerdicts(client: Pick<ServiceClient, "getJson">) {
  return async ({ changeRequestUuid, revision, attempt }: EvaluationId): Promise<EvaluationVerdict | undefined> => {
    const answer = await client.getJson(evaluationVerdictPath(changeRequestUuid, revision, attempt), EvaluationVerdict);
    if (answer.ok) return answer.value;
    if (answer.failure.kind === "not-found") return undefined;
    throw new Error(`the verdict of ${changeRequestUuid} can't be fetched: ${answer.failure.kind}`);
  };
}
