import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { type EvaluationVerdict, evaluationVerdictPath } from "@network-access/service-contracts/evaluation-verdict";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, refusal } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { z } from "zod";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import type { EvaluationStore } from "../evaluations/evaluation-store.ts";

const Params = z
  .object({
    uuid: EvaluationId.shape.changeRequestUuid,
    revision: z.coerce.number().pipe(EvaluationId.shape.revision),
    attempt: z.coerce.number().pipe(EvaluationId.shape.attempt),
  })
  .transform(({ uuid, revision, attempt }) => ({ changeRequestUuid: uuid, revision, attempt }));

/** Creates the route that returns the verdict of one evaluation to the change-request service. */
export function evaluationVerdictRoute(needs: {
  readonly evaluations: Pick<EvaluationStore, "find">;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  const { evaluations } = needs;
  return {
    method: "GET",
    path: evaluationVerdictPath(":uuid", ":revision", ":attempt"),
    async handle(request) {
      await admitService(request, needs);
      const id = Params.safeParse(request.params);
      const record = id.success ? await evaluations.find(id.data) : null;
      if (record === null) throw refusal({ status: 404, code: "NOT_FOUND", message: "there is no such evaluation" });
      return json(200, verdictOf(record));
    },
  };
}

function verdictOf(record: EvaluationRecord): EvaluationVerdict {
  const { changeRequestUuid, revision, attempt, state, stateReason, score, retry } = record;
  return {
    changeRequestUuid,
    revision,
    attempt,
    state,
    stateReason: stateReason.full,
    stateReasonWithoutAddresses: stateReason.withoutAddresses,
    score,
    retry,
  };
}
