import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import type { JudgedFinding, JudgedResult, JudgedState, Message } from "../judging/model/judgement.ts";
import type { NamedAnswer } from "../reevaluation/latest-evaluation.ts";
import type { ScoreThresholds } from "./score.ts";

/**
 * The record of one evaluation of one revision. It contains the verdict and the hashes of the inputs. If several
 * processes evaluate the same attempt, the record that is written first is kept.
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
  /**
   * True if the verdict depends on a lookup that failed or was not ready. A later evaluation can then have another
   * verdict.
   */
  readonly retry: boolean;
  /** The hash of the request's rules, under which they are stored as content (content-store.ts). */
  readonly rulesHash: string;
  /** The hash of the boundaries that applied to the request. They are stored as content under this hash. */
  readonly boundarySetHash: string;
  /** The UUIDs of the boundaries that matched. This evaluation counts one use of each. */
  readonly usedBoundaries: readonly string[];
  /** The hash of the boundary inputs (boundary-inputs.ts). */
  readonly inputsHash: string;
  /** The groups and items that the request itself names, with fingerprints of their addresses. */
  readonly named: readonly NamedAnswer[];
  /**
   * A message that says what caused the last change of the state. `stateReason` ends with this message. Null if the
   * state never changed or the cause is not known.
   */
  readonly flip: Message | null;
}

/**
 * Returns true if uses of boundaries have to be counted for this record, or if the record may have results to export.
 */
export function hasFollowUps({ attempt, state, usedBoundaries }: EvaluationRecord): boolean {
  // From the second attempt on, the export may have to report that a result of an earlier attempt no longer holds. A
  // state other than Pass may come from results that must be exported. If boundaries were used, their uses must be
  // counted.
  return attempt > 1 || state !== "Pass" || usedBoundaries.length > 0;
}

/**
 * The result of the lookup of one group or item for an evaluation. The addresses are stored as content
 * (content-store.ts) under `hash`.
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
 * The details of an evaluation, which can be long. They contain only results with a state, a match, a message or a
 * relation. All other results can be built from the stored boundary set.
 */
export interface EvaluationDetails {
  readonly results: readonly JudgedResult[];
  readonly findings: readonly JudgedFinding[];
  readonly resolved: readonly ResolvedReference[];
}
