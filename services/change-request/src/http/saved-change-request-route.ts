import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { savedChangeRequestPath } from "@network-access/service-contracts/saved-change-request";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, refusal } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { z } from "zod";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { savedTextOf } from "./saved-text.ts";

const Params = z.object({
  uuid: EvaluationId.shape.changeRequestUuid,
  revision: z.coerce.number().pipe(EvaluationId.shape.revision),
});

/** Serves the text of one revision for its evaluation, as long as that revision is the current one. */
export function savedChangeRequestRoute(needs: {
  readonly store: Pick<ChangeRequestStore, "getByUuid">;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  const { store } = needs;
  return {
    method: "GET",
    path: savedChangeRequestPath(":uuid", ":revision"),
    async handle(request) {
      await admitService(request, needs);
      const params = Params.safeParse(request.params);
      const found = params.success ? await store.getByUuid(params.data.uuid) : undefined;
      if (!params.success || !found)
        throw refusal({
          status: 404,
          code: "NOT_FOUND",
          message: "there is no such change request; it may be deleted",
        });
      if (found.revision !== params.data.revision) {
        const message = `the change request is at revision ${found.revision}, not ${params.data.revision}`;
        throw refusal({ status: 409, code: "CONFLICT", message });
      }
      return json(200, savedTextOf(found));
    },
  };
}
