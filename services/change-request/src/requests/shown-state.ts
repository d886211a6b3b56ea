import type { Caller } from "@network-access/access/caller";
import type { Verdict } from "./verdict.ts";

/** What of a change request its state is told from; small beside its rules. */
export interface ShownState {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
  readonly updatedAt: string;
  readonly verdict: Verdict | null;
}

type Judged = Pick<ShownState, "verdict">;

/** The three members that the graph and the events tell, with one meaning in both. */
export function stateOf({ verdict }: Judged): Verdict["state"] | "Pending" {
  return verdict?.state ?? "Pending";
}

/** Without `boundary:view` the wording that holds no address which the request does not hold itself. */
export function stateReasonFor({ verdict }: Judged, caller: Pick<Caller, "may">): string | null {
  return verdict && (caller.may("boundary:view") ? verdict.stateReason : verdict.stateReasonWithoutAddresses);
}

export function scoreOf({ verdict }: Judged): number | null {
  return verdict?.score ?? null;
}
