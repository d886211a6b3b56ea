import type { Caller } from "@network-access/access/caller";
import type { Verdict } from "./verdict.ts";

/**
 * The part of a change request from which its state, reason and score are computed. It does not contain the rules,
 * which are much larger.
 */
export interface ShownState {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly updatedAt: string;
  readonly verdict: Verdict | null;
}

type WithVerdict = Pick<ShownState, "verdict">;

/**
 * `stateOf`, `stateReasonFor` and `scoreOf` compute the state, reason and score for GraphQL and also for events, so
 * that GraphQL and events show the same values.
 */
export function stateOf({ verdict }: WithVerdict): Verdict["state"] | "Pending" {
  return verdict?.state ?? "Pending";
}

/**
 * Returns the reason that the caller may see. For a caller without `boundary:view`, the reason contains only addresses
 * that the change request itself contains.
 */
export function stateReasonFor({ verdict }: WithVerdict, caller: Pick<Caller, "may">): string | null {
  return verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses);
}

export function scoreOf({ verdict }: WithVerdict): number | null {
  return verdict?.score ?? null;
}
