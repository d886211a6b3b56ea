import {
  RequestedReevaluations,
  requestReevaluationPath,
} from "@network-access/service-contracts/request-reevaluation";
import type { ServiceClient } from "@network-access/service-runtime/service-client";
import type { RequestReevaluation } from "./request-reevaluation.ts";

/** Many writes of the owner are behind one answer, and nobody waits for it. */
const DEADLINE_MS = 10_000;

/** Asks change-request over its internal route. */
export function httpRequestReevaluation(client: Pick<ServiceClient, "postJson">): RequestReevaluation {
  return {
    async ask(judgings) {
      const body = { judgings: judgings.map(({ changeRequestUuid, attempt }) => ({ changeRequestUuid, attempt })) };
      const called = await client.postJson(requestReevaluationPath, body, RequestedReevaluations, {
        idempotent: true,
        deadlineMs: DEADLINE_MS,
      });
      if (called.ok) return { gone: called.value.gone };
      throw new Error(`change-request can't be asked to judge again: ${called.failure.kind}`);
    },
  };
}
