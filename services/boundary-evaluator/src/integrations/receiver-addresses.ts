import { addressSetOfTexts, containsAddress } from "@network-access/traffic-sets/address-set";
import { parseCidr } from "@network-access/traffic-sets/cidr";

/** Decides to which addresses events may be sent. */
export interface ReceiverAddresses {
  /**
   * Returns null if events may be sent to the address. Otherwise returns the reason: the kind of the address, such as
   * "a private address". A text that can't be parsed as an address is refused.
   */
  whyRefused(address: string): string | null;
}

/** The special-purpose addresses of IANA's registries. */
const REFUSED = [
  ["0.0.0.0/8", "an address of this host"],
  ["10.0.0.0/8", "a private address"],
  ["100.64.0.0/10", "a carrier's shared address"],
  ["127.0.0.0/8", "a loopback address"],
  ["169.254.0.0/16", "a link-local address"],
  ["172.16.0.0/12", "a private address"],
  ["192.0.0.0/24", "an address of protocols"],
  ["192.0.2.0/24", "an address of examples"],
  ["192.88.99.0/24", "a relay's address"],
  ["192.168.0.0/16", "a private address"],
  ["198.18.0.0/15", "an address of benchmarks"],
  ["198.51.100.0/24", "an address of examples"],
  ["203.0.113.0/24", "an address of examples"],
  ["224.0.0.0/4", "a multicast address"],
  ["240.0.0.0/4", "a reserved address"],
  ["::/128", "an address of this host"],
  ["::1/128", "a loopback address"],
  ["64:ff9b::/96", "a NAT64 address"],
  ["64:ff9b:1::/48", "a NAT64 address"],
  ["2001::/23", "an address of protocols"],
  ["2001:db8::/32", "an address of examples"],
  ["2002::/16", "a relay's address"],
  ["3fff::/20", "an address of examples"],
  ["fc00::/7", "a private address"],
  ["fe80::/10", "a link-local address"],
  ["fec0::/10", "a private address"],
  ["ff00::/8", "a multicast address"],
] as const;

/** The block of public IPv6 addresses. */
const PUBLIC_IPV6 = "2000::/3";

/** Returns a check that refuses addresses that are neither public nor in `allowedCidrs`. */
export function createReceiverAddresses(allowedCidrs: readonly string[]): ReceiverAddresses {
  const allowed = addressSetOfTexts(allowedCidrs);
  const refused = REFUSED.map(([text, what]) => ({ set: addressSetOfTexts([text]), what }));
  const publicIpv6 = addressSetOfTexts([PUBLIC_IPV6]);
  return {
    whyRefused(address) {
      // `parseCidr` refuses IPv4-mapped addresses, because some programs treat them as IPv4 and others as IPv6.
      const parsed = address.includes("/") ? undefined : parseCidr(address);
      if (!parsed?.ok) return /^::ffff:/i.test(address) ? "an IPv4-mapped address" : "no address that can be read";
      const { family, low } = parsed.cidr;
      if (containsAddress(allowed, family, low)) return null;
      const found = refused.find(({ set }) => containsAddress(set, family, low));
      if (found) return found.what;
      return family === 6 && !containsAddress(publicIpv6, family, low) ? "a reserved address" : null;
    },
  };
}
