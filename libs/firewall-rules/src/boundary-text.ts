import type { NetworkObject } from "./network-object.ts";
import type { FirewallAction } from "./rule.ts";
import type { ServiceObject } from "./service-object.ts";

export type BoundaryAction = "Pass" | "Fail" | "Score";

/** Where a boundary applies; copied to its result. */
export interface TargetPlatform {
  readonly name: string;
  readonly provider: string;
  readonly accountId: string;
}

/** What a client says of a boundary: everything a save replaces. */
export interface BoundaryText {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly action: BoundaryAction;
  readonly enforced: boolean;
  /** Present with action Score only. */
  readonly score: number | null;
  /** The rules it looks at. */
  readonly ruleActions: readonly FirewallAction[];
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
  /** The policy folder that owns it. */
  readonly source: string | null;
}
