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
 * Returns the state of a change request: Pending while it has no verdict, and then the verdict's state. GraphQL and
 * events both use `stateOf`, `stateReasonFor` and `scoreOf`, so they show the same state, reason and score.
 */
export function stateOf({ verdict }: WithVerdict): Verdict["state"] | "Pending" {
  return verdict?.state ?? "Pending";
}

/**
 * Returns the state reason that the caller may see. Without `boundary:view`, the reason contains no addresses except
 * those in the change request itself.
 */
export function stateReasonFor({ verdict }: WithVerdict, caller: Pick<Caller, "may">): string | null {
  return verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses);
}

export function scoreOf({ verdict }: WithVerdict): number | null {
  return verdict?.score ?? null;
}
