import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { FieldError } from "@network-access/firewall-rules/field-error";

/** A boundary stored in the service. */
export interface StoredBoundary {
  readonly text: BoundaryText;
  readonly revision: number;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

interface BoundaryPage {
  readonly items: readonly StoredBoundary[];
  readonly nextPageKey: string | null;
}

/** A stored request whose verdict an edit would change. */
export interface Flip {
  readonly changeRequestId: string;
  readonly revision: number;
  readonly from: string;
  readonly to: string;
  readonly ruleId: string | null;
  readonly reason: string;
}

export interface PreviewPage {
  readonly flips: readonly Flip[];
  readonly flippedCount: number;
  readonly unchangedCount: number;
  readonly nextPageKey: string | null;
}

/** Why a call failed. */
export type CallFailure =
  /** The service refused the call, and would refuse it again. */
  | {
      readonly kind: "refused";
      /** The error code of the GraphQL API, such as CONFLICT, or the HTTP status. */
      readonly code: string;
      /** One sentence. */
      readonly message: string;
      readonly fields: readonly FieldError[];
    }
  /** There was no response, or a server error. A write may have succeeded or failed. */
  | { readonly kind: "unclear"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Answered<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: CallFailure };

/**
 * Calls of the service's interface for boundaries. Reads are retried for 30 s and previews for 120 s. Writes are not
 * retried.
 */
export interface Boundaries {
  /**
   * Returns one page of the boundaries, in the order of their ids. The pages contain the boundaries of all sources, and
   * also boundaries without a source.
   */
  list(nextPageKey: string | null): Promise<Answered<BoundaryPage>>;
  find(id: string): Promise<Answered<StoredBoundary | null>>;
  /** `expectedRevision` 0 means that the boundary must not exist yet. */
  save(text: BoundaryText, expectedRevision: number): Promise<Answered<{ readonly revision: number }>>;
  remove(id: string): Promise<Answered<{ readonly id: string }>>;
  /**
   * Evaluates the stored requests with and without an edit. The edit saves the boundary `text`, or removes it if
   * `remove` is true. Stores nothing.
   */
  preview(text: BoundaryText, remove: boolean, nextPageKey: string | null): Promise<Answered<PreviewPage>>;
}
