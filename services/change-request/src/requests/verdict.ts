/** The verdict of one revision. */
export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /**
   * The reason for callers without boundary:view. It contains only addresses that the change request itself contains.
   */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /**
   * The attempt that gave the verdict. Null if the evaluator did not answer and this service set the state Error
   * itself.
   */
  readonly attempt: number | null;
}
