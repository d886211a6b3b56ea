import type { Caller } from "@network-access/access/caller";
import type { Verdict } from "./verdict.ts";

/** The part of a change request from which its state is shown; small compared with its rules. */
export interface ShownState {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly updatedAt: string;
  readonly verdict: Verdict | null;
}

type WithVerdict = Pick<ShownState, "verdict">;

/** The three members that the graph and the events show, with one meaning in both. */
export function stateOf({ verdict }: WithVerdict): Verdict["state"] | "Pending" {
  return verdict?.state ?? "Pending";
}

/** Without `boundary:view` the reason without addresses that the request does not contain itself. */
export function stateReasonFor({ verdict }: WithVerdict, caller: Pick<Caller, "may">): string | null {
  return verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses);
}

export function scoreOf({ verdict }: WithVerdict): number | null {
  return verdict?.score ?? null;
}
