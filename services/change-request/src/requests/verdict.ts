/** The verdict of one revision. */
export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /** For callers without boundary:view. It contains only addresses that the request itself contains. */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /** The attempt of the verdict. It is null if the evaluator did not answer and this service reports Error itself. */
  readonly attempt: number | null;
}
