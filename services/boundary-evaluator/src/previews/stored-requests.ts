import type { Failure } from "@network-access/service-runtime/failure";
import type { SavedChangeRequest } from "../evaluations/change-request-source.ts";
import type { ListedRevision } from "./preview-protocol.ts";

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** The stored change requests, read from the change-request service. */
export interface StoredRequests {
  /**
   * Returns a page of the newest revisions, in the order of the requests' ids. A request that is saved or deleted
   * between two pages may be missing. All other requests are listed exactly once. If `nextAfter` is null, there are no
   * more pages.
   */
  newestRevisions(
    after: string | null,
    signal: AbortSignal,
  ): Promise<Result<{ readonly revisions: readonly ListedRevision[]; readonly nextAfter: string | null }>>;
  /**
   * Returns the texts of the current revisions of the given requests. Requests that do not exist are left out. At most
   * 100 requests may be given.
   */
  currentTexts(
    changeRequestUuids: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly SavedChangeRequest[]>>;
}
