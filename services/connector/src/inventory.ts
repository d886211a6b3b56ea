import type { RunScope } from "./plan-runs.ts";

/** What the inventory made of one upload. */
interface UploadAnswer {
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: readonly {
    readonly key: { readonly type: string; readonly id: string } | null;
    readonly field: string;
    readonly message: string;
  }[];
}

export interface CleanUpAnswer {
  readonly removed: number;
  readonly kept: number;
}

/** Why a call came to nothing. */
export type SendFailure =
  /** The inventory said no, and would again. */
  | {
      readonly kind: "refused";
      readonly status: number;
      /** One sentence. */
      readonly message: string;
      /** What a clean-up that was refused would have done. */
      readonly wouldRemove?: number | undefined;
      readonly wouldKeep?: number | undefined;
    }
  /** It could not be reached, or did not manage, for as long as we kept trying. */
  | { readonly kind: "gave-up"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Sent<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: SendFailure };

/** Port: the inventory's interface for connectors. Repeats by itself what may succeed the second time. */
export interface Inventory {
  /** `items` is a JSON list of 1 to 1,000. Only the first upload of a run has to say its scope. */
  upload(run: { discoveryId: string; scope: RunScope | undefined }, items: string): Promise<Sent<UploadAnswer>>;
  cleanUp(run: { discoveryId: string; scope: RunScope | undefined }, force: boolean): Promise<Sent<CleanUpAnswer>>;
}
