import { type AddressRange, endsOf } from "@network-access/traffic-sets/address-ranges";
import { formatCidr } from "@network-access/traffic-sets/cidr";

/**
 * Formats a range so that SIQL can read it: as an address, as a CIDR such as "10.0.0.0/8", or as a range such as
 * "10.0.0.1-10.0.0.9".
 */
export function formatRange(range: AddressRange): string {
  const { family, low, high } = range;
  if (low === high) return endsOf(range)[0];
  const size = high - low + 1n;
  const isBlock = (size & (size - 1n)) === 0n && low % size === 0n;
  if (!isBlock) return endsOf(range).join("-");
  const width = family === 4 ? 32 : 128;
  return formatCidr({ family, low, high, prefix: width - (size.toString(2).length - 1) });
}
