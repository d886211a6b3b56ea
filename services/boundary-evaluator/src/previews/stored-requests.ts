import type { Failure } from "@network-access/service-runtime/failure";
import type { SavedChangeRequest } from "../evaluations/change-request-source.ts";
import type { ListedRevision } from "./previewing-message.ts";

export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** The change requests there are, as their owner knows them. */
export interface StoredRequests {
  /**
   * A page of the newest revisions, by id. What is saved or deleted meanwhile may be there or not, everything else is
   * there once. `nextAfter` null: there are no more.
   */
  newestRevisions(
    after: string | null,
    signal: AbortSignal,
  ): Promise<Told<{ readonly revisions: readonly ListedRevision[]; readonly nextAfter: string | null }>>;
  /** The text of whichever revision is current, of those among them that exist; at most 100. */
  currentTexts(
    changeRequestUuids: readonly string[],
    signal: AbortSignal,
  ): Promise<Told<readonly SavedChangeRequest[]>>;
}
