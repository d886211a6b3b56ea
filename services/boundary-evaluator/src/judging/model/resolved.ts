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
 * The lookups of all references (`referenceOf`) that a request and its boundaries name. A missing lookup counts as
 * failed.
 */
export type Resolution = ReadonlyMap<string, Resolved>;

const missing: Resolved = { outcome: "failed", reason: "it was not looked up" };

/** Returns the lookup of one reference. */
export function resolvedOf(resolution: Resolution, reference: string): Resolved {
  return resolution.get(reference) ?? missing;
}
