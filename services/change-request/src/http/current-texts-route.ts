import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  type CurrentTexts,
  CurrentTextsRequest,
  currentTextsPath,
  MAX_CURRENT_TEXTS,
} from "@network-access/service-contracts/saved-change-request";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readJsonRequest } from "@network-access/service-runtime/read-json-request";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { savedTextOf } from "./saved-text.ts";

/**
 * The size limit of a response. A change request may have up to 4 MiB, so a response has room for only a few of the
 * largest change requests.
 */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;

/**
 * Serves the current texts of change requests to the evaluator. The evaluator reads the texts that it has not stored,
 * such as those of unevaluated revisions, to preview boundaries.
 */
export function currentTextsRoute(needs: {
  readonly store: Pick<ChangeRequestStore, "getMany">;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  return {
    method: "POST",
    path: currentTextsPath,
    async handle(request) {
      await admitService(request, needs);
      const wanted = `an object with at most ${MAX_CURRENT_TEXTS} changeRequestUuids`;
      const { changeRequestUuids } = await readJsonRequest(request, CurrentTextsRequest, wanted);
      const { items, more } = await needs.store.getMany(changeRequestUuids, MAX_ANSWER_BYTES);
      const read = new Set(items.map(({ uuid }) => uuid));
      return json(200, {
        texts: items.map(savedTextOf),
        left: more ? changeRequestUuids.filter((uuid) => !read.has(uuid)) : [],
      } satisfies CurrentTexts);
    },
  };
}
