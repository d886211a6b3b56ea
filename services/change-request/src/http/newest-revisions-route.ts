import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  MAX_NEWEST_REVISIONS,
  type NewestRevisions,
  NewestRevisionsRequest,
  newestRevisionsPath,
} from "@network-access/service-contracts/newest-revisions";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readJsonRequest } from "@network-access/service-runtime/read-json-request";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";

/** Lists change requests and their newest revisions. */
export function newestRevisionsRoute(needs: {
  readonly store: Pick<ChangeRequestStore, "newestRevisions">;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  return {
    method: "POST",
    path: newestRevisionsPath,
    async handle(request) {
      await admitService(request, needs);
      const wanted = `an object with after, an id or null, and limit, 1 to ${MAX_NEWEST_REVISIONS}`;
      const { after, limit } = await readJsonRequest(request, NewestRevisionsRequest, wanted);
      const { revisions, last } = await needs.store.newestRevisions(after, limit);
      return json(200, {
        revisions: revisions.map(({ id, uuid, revision }) => ({ id, changeRequestUuid: uuid, revision })),
        nextAfter: last,
      } satisfies NewestRevisions);
    },
  };
}
