import {
  RequestedReevaluations,
  requestReevaluationPath,
} from "@network-access/service-contracts/request-reevaluation";
import type { ServiceClient } from "@network-access/service-runtime/service-client";
import type { RequestReevaluation } from "./request-reevaluation.ts";

/**
 * The deadline is long, because the change-request service makes many writes before it answers. No user waits for the
 * answer.
 */
const DEADLINE_MS = 10_000;

/** Calls the internal route of change-request. */
export function httpRequestReevaluation(client: Pick<ServiceClient, "postJson">): RequestReevaluation {
  return {
    async ask(evaluations) {
      const body = { judgings: evaluations.map(({ changeRequestUuid, attempt }) => ({ changeRequestUuid, attempt })) };
      const called = await client.postJson(requestReevaluationPath, body, RequestedReevaluations, {
        idempotent: true,
        deadlineMs: DEADLINE_MS,
      });
      if (called.ok) return { gone: called.value.gone };
      throw new Error(`change-request did not take a request to re-evaluate: ${called.failure.kind}`);
    },
  };
}
