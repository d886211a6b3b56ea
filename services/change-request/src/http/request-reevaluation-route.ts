import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  MAX_REEVALUATIONS,
  type RequestedReevaluations,
  RequestReevaluation,
  requestReevaluationPath,
} from "@network-access/service-contracts/request-reevaluation";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readJsonRequest } from "@network-access/service-runtime/read-json-request";

/** Requests another attempt for requests whose inputs have changed. */
export function requestReevaluationRoute(needs: {
  readonly requestReevaluation: (request: RequestReevaluation) => Promise<RequestedReevaluations>;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  return {
    method: "POST",
    path: requestReevaluationPath,
    async handle(request) {
      await admitService(request, needs);
      const wanted = `an object with at most ${MAX_REEVALUATIONS} judgings, each with changeRequestUuid and attempt`;
      return json(200, await needs.requestReevaluation(await readJsonRequest(request, RequestReevaluation, wanted)));
    },
  };
}
