import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  MAX_NEWEST_REVISIONS,
  type NewestRevisions,
  NewestRevisionsAsked,
  newestRevisionsPath,
} from "@network-access/service-contracts/newest-revisions";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, refusal } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import type { ChangeRequestStore } from "../change-request-store.ts";

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
      const asked = NewestRevisionsAsked.safeParse(await request.json());
      if (!asked.success) {
        const message = `the body must be an object with after, an id or null, and limit, 1 to ${MAX_NEWEST_REVISIONS}`;
        throw refusal({ status: 400, code: "BAD_USER_INPUT", message });
      }
      const { revisions, last } = await needs.store.newestRevisions(asked.data.after, asked.data.limit);
      return json(200, {
        revisions: revisions.map(({ id, uuid, revision }) => ({ id, changeRequestUuid: uuid, revision })),
        nextAfter: last,
      } satisfies NewestRevisions);
    },
  };
}
