import { rangesOf } from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, addressSetOfTexts, subtract } from "@network-access/traffic-sets/address-set";
import { formatRange } from "./format-range.ts";

/** A text that callers may send instead of an address. It stands for all public addresses. */
export const PUBLIC_INTERNET = "PUBLIC_INTERNET";

/**
 * The day on which IANA's registries of special-purpose addresses were read in order to define the public addresses.
 */
export const PUBLIC_INTERNET_DATE = "2026-11-25";

const ALLOCATED = ["0.0.0.0/0", "2000::/3"];

const NOT_PUBLIC = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
];

/** Every public address of IPv4 and IPv6. */
export const publicInternet: AddressSet = subtract(addressSetOfTexts(ALLOCATED), addressSetOfTexts(NOT_PUBLIC));

/** The public addresses as ranges that SIQL can read, in ascending order. */
export const publicInternetRanges: readonly string[] = rangesOf(publicInternet).map(formatRange);
