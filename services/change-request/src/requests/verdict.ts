/** What the evaluation says of one revision. */
export interface Verdict {
  readonly state: "Pass" | "Fail" | "Review" | "Error";
  readonly stateReason: string;
  /** The reason for callers who may not see boundaries: no address that the request does not hold itself. */
  readonly stateReasonWithoutAddresses: string;
  readonly score: number | null;
  /** Which judging said so; null when the evaluator never answered and this service says Error by itself. */
  readonly attempt: number | null;
}
