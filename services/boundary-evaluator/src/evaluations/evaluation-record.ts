import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { JudgedFinding, JudgedResult, JudgedState, Message } from "../judging/model/judgement.ts";
import type { NamedAnswer } from "../reevaluation/latest-evaluation.ts";

/** One finished judging of one revision: the verdict, and by hash what it was computed from. First writer wins. */
export interface EvaluationRecord extends EvaluationId {
  /** The client's id of the change request. */
  readonly changeRequestId: string;
  readonly projectId: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly evaluatedAt: string;
  readonly state: JudgedState;
  readonly stateReason: Message;
  readonly score: number | null;
  /** A look-up failed or was not ready. */
  readonly retry: boolean;
  /** The thresholds of the score; null: never. */
  readonly scoreReviewAt: number | null;
  readonly scoreFailAt: number | null;
  /** The rules that were judged, as content (content-store.ts). */
  readonly rulesHash: string;
  /** The boundaries they were judged against, as content. */
  readonly boundarySetHash: string;
  /** UUIDs of the boundaries that matched: the uses this judging counts. */
  readonly usedBoundaries: readonly string[];
  /** See footing.ts. */
  readonly footingHash: string;
  /** What the request names itself, and the answers. */
  readonly named: readonly NamedAnswer[];
  /** What brought this revision from another state into this one; the last part of `stateReason`. Null: nothing did. */
  readonly flip: Message | null;
}

/** Whether anything may follow from a record but word of it: uses to count, or results to export. */
export function hasFollowUps({ attempt, state, usedBoundaries }: EvaluationRecord): boolean {
  // A later attempt may say nothing where an earlier one did; without uses, only a first Pass has no result to tell of.
  return attempt > 1 || state !== "Pass" || usedBoundaries.length > 0;
}

/** What was looked up for a judging, and the answer. The addresses behind a hash are kept as content. */
export type ResolvedReference = (
  | { readonly groupId: string; readonly itemKey: null }
  | { readonly groupId: null; readonly itemKey: ItemKey }
) & {
  /** The request itself names it; else only a boundary does. */
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

/** The long part of a record. Of the results only those that say something; the silent rest follows from the boundary set. */
export interface EvaluationDetails {
  readonly results: readonly JudgedResult[];
  readonly findings: readonly JudgedFinding[];
  readonly resolved: readonly ResolvedReference[];
}
