import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { JudgedFinding, JudgedResult, JudgedState, Message } from "../judging/model/judgement.ts";
import type { NamedAnswer } from "../reevaluation/latest-evaluation.ts";
import type { ScoreThresholds } from "./score.ts";

/**
 * One evaluation of one revision. It contains the verdict and hashes of the inputs from which the verdict was computed.
 * If several processes write the record, the first write is kept.
 */
export interface EvaluationRecord extends EvaluationId, ScoreThresholds {
  /** The change request's id, which the client chose. */
  readonly changeRequestId: string;
  readonly projectId: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly evaluatedAt: string;
  readonly state: JudgedState;
  readonly stateReason: Message;
  readonly score: number | null;
  /** True if the verdict depends on a lookup of addresses that failed or whose answer was not ready. */
  readonly retry: boolean;
  /** The hash of the rules, which are stored as content (content-store.ts). */
  readonly rulesHash: string;
  /** The hash of the set of boundaries that applied, which is stored as content. */
  readonly boundarySetHash: string;
  /** The UUIDs of the boundaries that matched. This evaluation counts one use of each. */
  readonly usedBoundaries: readonly string[];
  /** The hash of the boundary inputs (boundary-inputs.ts). */
  readonly inputsHash: string;
  /** The groups and items that the request itself names, with fingerprints of their addresses. */
  readonly named: readonly NamedAnswer[];
  /**
   * The message about the cause of the last change of the state. `stateReason` ends with this message. Null if the
   * state never changed, or if the cause is not known.
   */
  readonly flip: Message | null;
}

/**
 * Returns true if uses of boundaries have to be counted for this record, or if the record may have results to export.
 */
export function hasFollowUps({ attempt, state, usedBoundaries }: EvaluationRecord): boolean {
  // If an earlier attempt had a result that a later attempt lacks, the change has to be exported. If the state is not
  // Pass, there may be new results to export. If boundaries were used, their uses have to be counted.
  return attempt > 1 || state !== "Pass" || usedBoundaries.length > 0;
}

/**
 * A group or item that was looked up for an evaluation, with the answer. The addresses in the answer are stored as
 * content under their hash.
 */
export type ResolvedReference = (
  | { readonly groupId: string; readonly itemKey: null }
  | { readonly groupId: null; readonly itemKey: ItemKey }
) & {
  /** True if the request itself names the group or item. False if only a boundary names it. */
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

/**
 * The long part of a record. Results without a state, match, message or relation are left out, because they can be
 * derived from the boundary set.
 */
export interface EvaluationDetails {
  readonly results: readonly JudgedResult[];
  readonly findings: readonly JudgedFinding[];
  readonly resolved: readonly ResolvedReference[];
}
