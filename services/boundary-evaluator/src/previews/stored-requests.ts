import type { Failure } from "@network-access/service-runtime/failure";
import type { SavedChangeRequest } from "../evaluations/change-request-source.ts";
import type { ListedRevision } from "./preview-protocol.ts";

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** The stored change requests, read from their owner. */
export interface StoredRequests {
  /**
   * A page of the newest revisions, by id. A request saved or deleted between pages may be missing; every other one is
   * listed once. `nextAfter` null: there are no more.
   */
  newestRevisions(
    after: string | null,
    signal: AbortSignal,
  ): Promise<Result<{ readonly revisions: readonly ListedRevision[]; readonly nextAfter: string | null }>>;
  /** The texts of the current revisions of those that exist. At most 100. */
  currentTexts(
    changeRequestUuids: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly SavedChangeRequest[]>>;
}
