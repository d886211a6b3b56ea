import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  MAX_NEWEST_REVISIONS,
  type NewestRevisions,
  NewestRevisionsAsked,
  newestRevisionsPath,
} from "@network-access/service-contracts/newest-revisions";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readAsked } from "@network-access/service-runtime/read-asked";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";

/** Which change requests there are. */
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
      const { after, limit } = await readAsked(request, NewestRevisionsAsked, wanted);
      const { revisions, last } = await needs.store.newestRevisions(after, limit);
      return json(200, {
        revisions: revisions.map(({ id, uuid, revision }) => ({ id, changeRequestUuid: uuid, revision })),
        nextAfter: last,
      } satisfies NewestRevisions);
    },
  };
}
