import { type AddressRange, type AddressRangeParse, withoutMapped } from "@network-access/traffic-sets/address-ranges";
import { parseCidr } from "@network-access/traffic-sets/cidr";

/**
 * One end of a range. `text` is an address or "*". A lower end "*" is the lowest address of the family of the upper
 * end. An upper end "*" is the highest address of the family of the lower end.
 */
export interface RangeEnd {
  readonly text: string;
  readonly included: boolean;
}

/** Parses a range between two addresses of one family. */
export function readIpRangeBetween(from: RangeEnd, to: RangeEnd): AddressRangeParse {
  const low = readEnd(from);
  const high = readEnd(to);
  if (!low.ok) return low;
  if (!high.ok) return high;
  const family = low.range?.family ?? high.range?.family;
  if (family === undefined)
    return { ok: false, problem: "both ends are open; write ip:* for every item with an address" };
  if (low.range && high.range && low.range.family !== high.range.family)
    return { ok: false, problem: "one end is IPv4 and the other IPv6; write one range for each" };
  if (low.range && high.range && low.range.low > high.range.low)
    return { ok: false, problem: "the range begins after it ends; swap its ends" };
  const first = low.range ? low.range.low + (from.included ? 0n : 1n) : 0n;
  const last = high.range ? high.range.low - (to.included ? 0n : 1n) : (1n << BigInt(widthOf(family))) - 1n;
  if (first > last) return { ok: false, problem: nothingBetween(from.text, to.text) };
  const range = { family, low: first, high: last };
  if (withoutMapped(range).length > 0) return { ok: true, range };
  return { ok: false, problem: 'only IPv4 lies between these ends; write ip:"0.0.0.0/0" for all of it' };
}

/** Returns the error message for a range without addresses. One of the ends may be "*". */
function nothingBetween(from: string, to: string): string {
  if (from === "*") return `no address lies below ${to}; ip:<=${to} takes it in`;
  if (to === "*") return `no address lies above ${from}; ip:>=${from} takes it in`;
  return `no address lies between ${from} and ${to}; ip:[${from} TO ${to}] takes them in`;
}

function readEnd({
  text,
}: RangeEnd):
  | { readonly ok: true; readonly range: AddressRange | undefined }
  | { readonly ok: false; readonly problem: string } {
  if (text === "*") return { ok: true, range: undefined };
  const end = parseCidr(text);
  if (!end.ok) return end;
  if (text.includes("/")) return { ok: false, problem: `"${text}" is a CIDR; the ends of a range are addresses` };
  return { ok: true, range: end.cidr };
}

function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}
