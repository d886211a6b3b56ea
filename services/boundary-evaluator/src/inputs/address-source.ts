import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { NamedReference } from "../judging/model/named-reference.ts";

/** The current addresses of one group or item. `cidrs` is null if the list is too long to be part of the answer. */
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
  /** Returns the answers by `reference`. A missing answer counts as a failed lookup. */
  resolve(references: readonly NamedReference[]): Promise<ReadonlyMap<string, AddressAnswer>>;
  /**
   * Reads the list with this hash. `addressCount` is the number of CIDRs in the list, or null if it is unknown. If the
   * hash of the received list is not `hash`, the result is a reason instead of the list.
   */
  list(hash: string, addressCount: number | null): Promise<AddressList>;
}
