import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";

/** Addresses of one family from `low` to `high`, both included. */
export interface IpRange {
  readonly family: 4 | 6;
  readonly low: bigint;
  readonly high: bigint;
}

export type IpRangeRead =
  | { readonly ok: true; readonly range: IpRange }
  | { readonly ok: false; readonly problem: string };

/** IPv4-mapped IPv6, ::ffff:0:0/96: OpenSearch stores IPv4 addresses there. */
const MAPPED = { low: 0xffff_0000_0000n, high: 0xffff_ffff_ffffn };

/** Parses an address or a CIDR. Unlike in rules and items, host bits are allowed and mean the surrounding block. */
export function readIpRange(text: string): IpRangeRead {
  const strict = parseCidr(text);
  if (strict.ok) return { ok: true, range: strict.cidr };
  const [, address = "", digits = ""] = /^([^/]{1,45})\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const bare = parseCidr(address);
  const prefix = Number(digits);
  if (!bare.ok || prefix > widthOf(bare.cidr.family)) return { ok: false, problem: strict.problem };
  const { family, low: value } = bare.cidr;
  const rest = (1n << BigInt(widthOf(family) - prefix)) - 1n;
  const high = value | rest;
  return { ok: true, range: { family, low: high ^ rest, high } };
}

/** One end of a range: an address, or "*" for the first or last one of the other end's family. */
export interface RangeEnd {
  readonly text: string;
  readonly included: boolean;
}

/** Parses a range between two addresses of one family. */
export function readIpRangeBetween(from: RangeEnd, to: RangeEnd): IpRangeRead {
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

/** The message for an empty range; one end may be open. */
function nothingBetween(from: string, to: string): string {
  if (from === "*") return `no address lies below ${to}; ip:<=${to} takes it in`;
  if (to === "*") return `no address lies above ${from}; ip:>=${from} takes it in`;
  return `no address lies between ${from} and ${to}; ip:[${from} TO ${to}] takes them in`;
}

function readEnd({
  text,
}: RangeEnd):
  | { readonly ok: true; readonly range: IpRange | undefined }
  | { readonly ok: false; readonly problem: string } {
  if (text === "*") return { ok: true, range: undefined };
  const end = parseCidr(text);
  if (!end.ok) return end;
  if (text.includes("/")) return { ok: false, problem: `"${text}" is a CIDR; the ends of a range are addresses` };
  return { ok: true, range: end.cidr };
}

/** An IPv6 range without the IPv4-mapped block, as OpenSearch needs it: none, one or two ranges. IPv4 is unchanged. */
export function withoutMapped({ family, low, high }: IpRange): readonly IpRange[] {
  if (family === 4) return [{ family, low, high }];
  const below = { family, low, high: high < MAPPED.low ? high : MAPPED.low - 1n };
  const above = { family, low: low > MAPPED.high ? low : MAPPED.high + 1n, high };
  return [below, above].filter((part) => part.low <= part.high);
}

/** First and last address as texts. */
export function endsOf({ family, low, high }: IpRange): readonly [string, string] {
  return [formatAddress(family, low), formatAddress(family, high)];
}

function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}
