import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";

export type BoundaryAction = "Pass" | "Fail" | "Score";

/** Where a boundary applies; copied to its result. */
export interface TargetPlatform {
  readonly name: string;
  readonly provider: string;
  readonly accountId: string;
}

/** What a boundary says, without the bookkeeping of who saved it when. */
export interface BoundaryDefinition {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly action: BoundaryAction;
  readonly enforced: boolean;
  /** Present with action Score only. */
  readonly score: number | null;
  /** The rules it looks at. */
  readonly ruleActions: readonly Rule["action"][];
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
  /** What a Fail boundary says of a rule that overlaps it without lying inside. */
  readonly partialMatch: "Review" | "Fail";
  /** `null`: nothing was said about it. */
  readonly platforms: readonly TargetPlatform[] | null;
  /** `null`: every project. */
  readonly projectIds: readonly string[] | null;
  /** The policy's own words, shown when it objects or matches. */
  readonly message: string | null;
}
