import type { NetworkObject } from "./network-object.ts";
import type { FirewallAction } from "./rule.ts";
import type { ServiceObject } from "./service-object.ts";

export type BoundaryAction = "Pass" | "Fail" | "Score";

/** A platform to which a boundary applies. The boundary's result in a verdict contains copies of these platforms. */
export interface TargetPlatform {
  readonly name: string;
  readonly provider: string;
  readonly accountId: string;
}

/** The part of a boundary that a client writes. When a boundary is saved, all of this part is replaced. */
export interface BoundaryText {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly action: BoundaryAction;
  readonly enforced: boolean;
  /** Present with action Score only. */
  readonly score: number | null;
  /** The actions of the rules to which the boundary applies. */
  readonly ruleActions: readonly FirewallAction[];
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
  /** The state that results if a Fail boundary contains only a part of a rule's traffic. */
  readonly partialMatch: "Review" | "Fail";
  /** `null`: not given. */
  readonly platforms: readonly TargetPlatform[] | null;
  /** `null`: every project. */
  readonly projectIds: readonly string[] | null;
  /**
   * A text by the author of the boundary. The message of a boundary result begins with this text if a rule matches the
   * boundary, or if the boundary causes the state Fail or Review.
   */
  readonly message: string | null;
  /** The policy folder that owns the boundary. */
  readonly source: string | null;
}
