import type { AddressFingerprint } from "../inputs/boundary-inputs.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";

/** One group or item that a request names itself, and a fingerprint of the addresses on which its verdict depends. */
export interface NamedAnswer {
  readonly named: NamedReference;
  readonly fingerprint: AddressFingerprint;
}

/**
 * What the newest verdict of a change request depends on. Either another evaluation with these inputs gives the same
 * verdict, or a higher attempt is requested. The record of that attempt then replaces this one.
 */
export interface LatestEvaluation {
  readonly changeRequestUuid: string;
  /** The client's id. */
  readonly changeRequestId: string;
  readonly projectId: string;
  readonly revision: number;
  readonly attempt: number;
  /** When the request was evaluated for the first time. RFC 3339 in UTC with milliseconds. */
  readonly firstJudgedAt: string;
  /** The rules, as content (content-store.ts). */
  readonly rulesHash: string;
  /**
   * The newest boundary inputs for which the verdict is known to hold (boundary-inputs.ts). If a change does not affect
   * the request, they advance without an evaluation.
   */
  readonly validInputsHash: string;
  readonly named: readonly NamedAnswer[];
}
