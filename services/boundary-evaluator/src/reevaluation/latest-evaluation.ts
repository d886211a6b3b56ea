import type { AddressFingerprint } from "../inputs/boundary-inputs.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";

/** What a request names itself, and the addresses its verdict depends on. */
export interface NamedAnswer {
  readonly named: NamedReference;
  readonly fingerprint: AddressFingerprint;
}

/**
 * What the newest verdict of a change request depends on. Either another evaluation with these inputs gives the same
 * verdict, or a higher attempt is requested whose record replaces this one.
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
   * The newest boundary inputs for which the verdict is known to hold (boundary-inputs.ts). Advances without an
   * evaluation when a change does not affect the request.
   */
  readonly validInputsHash: string;
  readonly named: readonly NamedAnswer[];
}
