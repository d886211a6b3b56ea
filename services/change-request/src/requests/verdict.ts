/** The verdict of one revision. */
export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /**
   * The state reason for callers without boundary:view. It contains no addresses except those in the change request
   * itself.
   */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /**
   * The attempt whose evaluation gave this verdict. Null if the evaluator did not answer and this service set the state
   * Error itself.
   */
  readonly attempt: number | null;
}
