import { createHash } from "node:crypto";
import { type AddressSet, addressSetOfTexts, toCidrs } from "@network-access/traffic-sets/address-set";

/** A set of addresses as it is handed on. */
export interface AddressList {
  /** The fewest CIDRs that make up the set: IPv4 first, ascending, canonical and with prefix. */
  readonly cidrs: readonly string[];
  /** Lower-case hex SHA-256 over the CIDRs, one per line. Equal sets have equal hashes. */
  readonly hash: string;
}

/** The list of addresses or CIDRs that were parsed before, in any order, with any repetition. */
export function addressListOf(texts: Iterable<string>): AddressList {
  return addressListOfSet(addressSetOfTexts(texts));
}

export function addressListOfSet(set: AddressSet): AddressList {
  const cidrs = toCidrs(set);
  return { cidrs, hash: createHash("sha256").update(cidrs.join("\n")).digest("hex") };
}
