import type { NetworkObject } from "./network-object.ts";
import type { ServiceObject } from "./service-object.ts";

export type FirewallAction = "Allow" | "Deny";

/** One of the three parts in which a rule and a boundary are compared. */
export type RuleSide = "Source" | "Destination" | "Service";

/** The part of a rule on which verdicts depend. `id` is unique in its request. */
export interface Rule {
  readonly id: string;
  readonly action: FirewallAction;
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
  readonly services: readonly ServiceObject[];
}
