/** The verdict of one revision. */
export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /** For callers without boundary:view: no address that the request does not contain itself. */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /** The attempt of the verdict; null when the evaluator did not answer and this service reports Error itself. */
  readonly attempt: number | null;
}
