import type { AddressSet } from "@network-access/traffic-sets/address-set";

/** What looking up one group or inventory item gave. */
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
  /** `reason` is shown to people: a few words, nothing internal. */
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "not-ready" };

/** The answers for every reference (`referenceOf`) that a request and its boundaries name. One that is missing counts as a failed look-up. */
export type Resolution = ReadonlyMap<string, Resolved>;

const notLookedUp: Resolved = { outcome: "failed", reason: "it was not looked up" };

/** The answer for one reference. */
export function resolvedOf(resolution: Resolution, reference: string): Resolved {
  return resolution.get(reference) ?? notLookedUp;
}
