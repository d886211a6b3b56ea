import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { NamedReference } from "../judging/model/named-reference.ts";

/** What the inventory says of one group or item now. `cidrs` comes along where the list is short. */
export type AddressAnswer =
  | {
      readonly outcome: "resolved";
      readonly revision: number;
      readonly hash: string;
      readonly addressCount: number;
      readonly cidrs: readonly string[] | null;
    }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not-ready" }
  /** `reason` is shown to people. */
  | { readonly outcome: "failed"; readonly reason: string };

/** The addresses behind a hash, or why they can't be had. */
export type AddressList =
  | { readonly ok: true; readonly addresses: AddressSet }
  | { readonly ok: false; readonly reason: string };

/** What addresses groups and items have now. Never throws: a look-up that failed is an answer. */
export interface AddressSource {
  /** An answer for every reference. */
  resolve(references: readonly NamedReference[]): Promise<ReadonlyMap<string, AddressAnswer>>;
  /** `addressCount` is how many CIDRs the list has; null where nobody said. What does not have this hash is not believed. */
  list(hash: string, addressCount: number | null): Promise<AddressList>;
}
