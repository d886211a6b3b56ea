import type { AddressFingerprint } from "../inputs/boundary-inputs.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";

/** What a request names itself, and the answer its verdict stands on. */
export interface NamedAnswer {
  readonly named: NamedReference;
  readonly mark: AddressFingerprint;
}

/**
 * The newest judging of a change request and what it stands on: either judging it again with these addresses and
 * boundaries says the same, or an attempt above it is wanted that will be recorded in its place.
 */
export interface LatestEvaluation {
  readonly changeRequestUuid: string;
  /** The client's id. */
  readonly changeRequestId: string;
  readonly projectId: string;
  readonly revision: number;
  readonly attempt: number;
  /** When the request was judged for the first time; RFC 3339 in UTC with milliseconds. */
  readonly firstJudgedAt: string;
  /** The rules, as content (content-store.ts). */
  readonly rulesHash: string;
  /** See footing.ts. */
  readonly footingHash: string;
  readonly named: readonly NamedAnswer[];
}
