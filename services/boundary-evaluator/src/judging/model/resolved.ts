import type { AddressSet } from "@network-access/traffic-sets/address-set";

/** The result of looking up one group or inventory item. */
export type Resolved =
  | {
      readonly outcome: "resolved";
      readonly addresses: AddressSet;
      readonly revision: number;
      readonly hash: string;
      readonly addressCount: number;
    }
  | { readonly outcome: "empty"; readonly revision: number; readonly hash: string }
  | { readonly outcome: "unknown" }
  /** `reason` is shown to users. It is short and contains nothing internal. */
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "not-ready" };

/**
 * The lookup results of all groups and items that a request and its boundaries name. The keys are made by
 * `referenceOf`. A missing entry counts as a failed lookup.
 */
export type Resolution = ReadonlyMap<string, Resolved>;

const missing: Resolved = { outcome: "failed", reason: "it was not looked up" };

/** Returns the lookup result of one group or item. */
export function resolvedOf(resolution: Resolution, reference: string): Resolved {
  return resolution.get(reference) ?? missing;
}
