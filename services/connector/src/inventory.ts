import type { RunScope } from "./plan-runs.ts";

/** The inventory's answer to one upload. */
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

/** Why a call failed. */
export type SendFailure =
  /** The inventory refused the call and would refuse it again. */
  | {
      readonly kind: "refused";
      readonly status: number;
      /** The reason, in one sentence. */
      readonly message: string;
      /** How many items the refused clean-up would have removed, and how many it would have kept. */
      readonly wouldRemove?: number | undefined;
      readonly wouldKeep?: number | undefined;
    }
  /** Every attempt failed. The time for retries is over, or a further attempt would not help. */
  | { readonly kind: "gave-up"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Sent<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: SendFailure };

/**
 * Calls of the inventory's interface for connectors. A failed call is retried for a limited time, if a later attempt
 * may succeed.
 */
export interface Inventory {
  /**
   * Uploads a JSON list of 1 to 1,000 items. The first upload of a run sets the run's scope, which later uploads can't
   * change.
   */
  upload(run: { discoveryId: string; scope: RunScope | undefined }, items: string): Promise<Sent<UploadAnswer>>;
  cleanUp(run: { discoveryId: string; scope: RunScope | undefined }, force: boolean): Promise<Sent<CleanUpAnswer>>;
}
