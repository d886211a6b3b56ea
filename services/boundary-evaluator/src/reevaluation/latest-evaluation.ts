import type { AddressFingerprint } from "../inputs/boundary-inputs.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";

/**
 * A group or item that the request itself names, with a fingerprint of its addresses. The verdict holds for these
 * addresses.
 */
export interface NamedAnswer {
  readonly named: NamedReference;
  readonly fingerprint: AddressFingerprint;
}

/**
 * The inputs on which the newest verdict of a change request depends. If these inputs change and the change can affect
 * the verdict, a new attempt is requested. The record of the new attempt then replaces this record.
 */
export interface LatestEvaluation {
  readonly changeRequestUuid: string;
  /** The id that the client chose. */
  readonly changeRequestId: string;
  readonly projectId: string;
  readonly revision: number;
  readonly attempt: number;
  /** The time of the first evaluation of the request. RFC 3339 in UTC with milliseconds. */
  readonly firstJudgedAt: string;
  /** The hash of the rules as stored content (content-store.ts). */
  readonly rulesHash: string;
  /**
   * The hash of the newest boundary inputs (boundary-inputs.ts) for which the verdict is known to hold. If a change of
   * the inputs does not affect the request, this hash is updated without an evaluation.
   */
  readonly validInputsHash: string;
  readonly named: readonly NamedAnswer[];
}
