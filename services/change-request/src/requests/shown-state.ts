import type { Caller } from "@network-access/access/caller";
import type { Verdict } from "./verdict.ts";

/** The part of a change request that its shown state is made from. It is small compared with the rules. */
export interface ShownState {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly updatedAt: string;
  readonly verdict: Verdict | null;
}

type WithVerdict = Pick<ShownState, "verdict">;

/**
 * `stateOf`, `stateReasonFor` and `scoreOf` give the three members that the graph and the events show, with the same
 * meaning in both.
 */
export function stateOf({ verdict }: WithVerdict): Verdict["state"] | "Pending" {
  return verdict?.state ?? "Pending";
}

/** Callers without `boundary:view` get the reason with no address that the request itself does not contain. */
export function stateReasonFor({ verdict }: WithVerdict, caller: Pick<Caller, "may">): string | null {
  return verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses);
}

export function scoreOf({ verdict }: WithVerdict): number | null {
  return verdict?.score ?? null;
}
