import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { FieldError } from "@network-access/firewall-rules/field-error";

/** A boundary as the service has it. */
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

/** A stored request that an edit would judge otherwise. */
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

/** Why a call came to nothing. */
export type CallFailure =
  /** The service said no, and would again. */
  | {
      readonly kind: "refused";
      /** The graph's code, such as CONFLICT; or the HTTP status where it gave none. */
      readonly code: string;
      /** One sentence. */
      readonly message: string;
      readonly fields: readonly FieldError[];
    }
  /** It could not be reached or did not manage. Whether it did what it was asked to is not known. */
  | { readonly kind: "unclear"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Answered<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: CallFailure };

/** Port: the boundaries of the service. Reading is repeated by itself for a while, writing never is. */
export interface Boundaries {
  /** By id, all sources. */
  list(nextPageKey: string | null): Promise<Answered<BoundaryPage>>;
  find(id: string): Promise<Answered<StoredBoundary | null>>;
  /** `expectedRevision` 0: it must be new. */
  save(text: BoundaryText, expectedRevision: number): Promise<Answered<{ readonly revision: number }>>;
  remove(id: string): Promise<Answered<{ readonly id: string }>>;
  /** Judges every stored request with and without one edit; stores nothing. */
  preview(text: BoundaryText, remove: boolean, nextPageKey: string | null): Promise<Answered<PreviewPage>>;
}
