import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { JudgedFinding, JudgedResult, JudgedState, Message } from "../judging/model/judgement.ts";
import type { NamedAnswer } from "../reevaluation/latest-evaluation.ts";

/**
 * One evaluation of one revision. It has the verdict, and hashes of what the verdict was computed from. If several
 * processes write the record, the first write wins.
 */
export interface EvaluationRecord extends EvaluationId {
  /** The client's id of the change request. */
  readonly changeRequestId: string;
  readonly projectId: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly evaluatedAt: string;
  readonly state: JudgedState;
  readonly stateReason: Message;
  readonly score: number | null;
  /** A lookup failed or was not ready. */
  readonly retry: boolean;
  /** The thresholds of the score; null: never. */
  readonly scoreReviewAt: number | null;
  readonly scoreFailAt: number | null;
  /** The rules, as content (content-store.ts). */
  readonly rulesHash: string;
  /** The boundaries that applied, as content. */
  readonly boundarySetHash: string;
  /** The UUIDs of the boundaries that matched. This evaluation counts one use of each. */
  readonly usedBoundaries: readonly string[];
  /** Its boundary inputs (boundary-inputs.ts). */
  readonly inputsHash: string;
  /** What the request names itself, with fingerprints of the addresses. */
  readonly named: readonly NamedAnswer[];
  /**
   * What changed the state since the previous evaluation, which is also the last part of `stateReason`. Null means that
   * nothing did.
   */
  readonly flip: Message | null;
}

/** Whether a record has uses to count or may have results to export. */
export function hasFollowUps({ attempt, state, usedBoundaries }: EvaluationRecord): boolean {
  // A later attempt may have to export that a result of an earlier attempt is gone. A state other than Pass may have
  // results to export. Used boundaries have to be counted. A record to which none of this applies needs no further
  // step.
  return attempt > 1 || state !== "Pass" || usedBoundaries.length > 0;
}

/** What was looked up for an evaluation, with the answer. The addresses are stored as content under their hash. */
export type ResolvedReference = (
  | { readonly groupId: string; readonly itemKey: null }
  | { readonly groupId: null; readonly itemKey: ItemKey }
) & {
  /** The request itself names it; otherwise only a boundary does. */
  readonly ofRequest: boolean;
} & (
    | {
        readonly outcome: "resolved" | "empty";
        readonly revision: number;
        readonly addressCount: number;
        readonly hash: string;
      }
    | { readonly outcome: "unknown" | "not-ready" }
    | { readonly outcome: "failed"; readonly reason: string }
  );

/** The long part of a record. Silent results are left out, because they follow from the boundary set. */
export interface EvaluationDetails {
  readonly results: readonly JudgedResult[];
  readonly findings: readonly JudgedFinding[];
  readonly resolved: readonly ResolvedReference[];
}
