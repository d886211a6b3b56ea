import type { AddressRange } from "@network-access/traffic-sets/address-ranges";
import { parseCidr } from "@network-access/traffic-sets/cidr";

/** Reads an address, a CIDR, or a range of addresses such as "10.0.0.1-10.0.0.9". */
export function readAddressText(
  text: string,
): { readonly ok: true; readonly range: AddressRange } | { readonly ok: false; readonly problem: string } {
  const dash = text.indexOf("-");
  if (dash < 0) {
    const parsed = parseCidr(text);
    return parsed.ok ? { ok: true, range: parsed.cidr } : parsed;
  }
  const first = parseCidr(text.slice(0, dash));
  const last = parseCidr(text.slice(dash + 1));
  if (!first.ok) return first;
  if (!last.ok) return last;
  const { family, low, high } = first.cidr;
  if (low !== high || last.cidr.low !== last.cidr.high || family !== last.cidr.family || low > last.cidr.low)
    return { ok: false, problem: `"${text}" is no range; write two addresses of one family, the lower one first` };
  return { ok: true, range: { family, low, high: last.cidr.low } };
}
