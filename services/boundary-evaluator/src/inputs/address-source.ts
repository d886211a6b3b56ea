import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { NamedReference } from "../judging/model/named-reference.ts";

/**
 * The inventory's answer about the current addresses of one group or item. If the answer does not contain the address
 * list, `cidrs` is null, and the list can be fetched by `hash`.
 */
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
  /** `reason` is shown to users. */
  | { readonly outcome: "failed"; readonly reason: string };

/** The addresses that have a given hash, or the reason why they could not be read. */
export type AddressList =
  | { readonly ok: true; readonly addresses: AddressSet }
  | { readonly ok: false; readonly reason: string };

/**
 * The interface to the current addresses of groups and items. It never throws: a failed lookup is returned as an
 * answer.
 */
export interface AddressSource {
  /**
   * Looks up the current addresses of groups and items. The result maps the `reference` of each group or item to its
   * answer. A group or item without an answer counts as a failed lookup.
   */
  resolve(references: readonly NamedReference[]): Promise<ReadonlyMap<string, AddressAnswer>>;
  /**
   * Reads the address list with this hash. `addressCount` is the number of CIDRs in the list, or null if it is unknown.
   * Returns a reason instead of the addresses if the list can't be read, or if the received list has another hash.
   */
  list(hash: string, addressCount: number | null): Promise<AddressList>;
}
