import type { NetworkObject } from "./network-object.ts";
import type { ServiceObject } from "./service-object.ts";

export type FirewallAction = "Allow" | "Deny";

/** One of the three sides of a rule or boundary. Each side of a rule is compared with the same side of a boundary. */
export type RuleSide = "Source" | "Destination" | "Service";

/** The members of a rule that verdicts depend on. `id` is unique within the change request. */
export interface Rule {
  readonly id: string;
  readonly action: FirewallAction;
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
}
