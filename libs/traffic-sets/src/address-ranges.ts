import { type AddressSet, noAddresses, unionAll } from "./address-set.ts";
import { formatAddress, parseCidr } from "./cidr.ts";
import { edgesOfRange } from "./edges.ts";
import { bigintAt, wordsOf } from "./wide-edges.ts";

/** Addresses of one family from `low` to `high`, both included. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly low: bigint;
  readonly high: bigint;
}

export type AddressRangeParse =
  | { readonly ok: true; readonly range: AddressRange }
  | { readonly ok: false; readonly problem: string };

/** The block of IPv4-mapped IPv6 addresses, ::ffff:0:0/96. Search engines store IPv4 addresses in this block. */
const MAPPED = { low: 0xffff_0000_0000n, high: 0xffff_ffff_ffffn };

const END = { 4: 2n ** 32n, 6: 2n ** 128n } as const;

/**
 * Returns the union of the ranges, which may be in any order and may overlap. Throws a RangeError if a range is empty
 * or has numbers that are not addresses of its family.
 */
export function addressSetOfRanges(ranges: Iterable<AddressRange>): AddressSet {
  return unionAll(Array.from(ranges, setOfRange));
}

function setOfRange({ family, low, high }: AddressRange): AddressSet {
  if (low < 0n || high < low || high >= END[family])
    throw new RangeError(`${low} to ${high} is no range of IPv${family}`);
  if (family === 4) return { ...noAddresses, v4: edgesOfRange(Number(low), Number(high) + 1, 2 ** 32) };
  const v6 = high + 1n === END[6] ? wordsOf(low) : Uint32Array.of(...wordsOf(low), ...wordsOf(high + 1n));
  return { ...noAddresses, v6 };
}

/** Returns the fewest ranges that make up a set, in ascending order, IPv4 first. */
export function rangesOf(set: AddressSet): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (let place = 0; place < set.v4.length; place += 2) {
    const end = set.v4[place + 1];
    ranges.push({ family: 4, low: BigInt(set.v4[place] ?? 0), high: (end === undefined ? END[4] : BigInt(end)) - 1n });
  }
  const count = set.v6.length / 4;
  for (let place = 0; place < count; place += 2) {
    const end = place + 1 < count ? bigintAt(set.v6, place + 1) : END[6];
    ranges.push({ family: 6, low: bigintAt(set.v6, place), high: end - 1n });
  }
  return ranges;
}

/**
 * Parses an address or a CIDR. Unlike `parseCidr`, it allows host bits: the range of 10.0.0.1/24 is that of
 * 10.0.0.0/24.
 */
export function parseAddressRange(text: string): AddressRangeParse {
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

/**
 * Returns an IPv6 range without the IPv4-mapped addresses. The result has zero, one or two ranges. An IPv4 range is
 * returned unchanged.
 */
export function withoutMapped({ family, low, high }: AddressRange): readonly AddressRange[] {
  if (family === 4) return [{ family, low, high }];
  const below = { family, low, high: high < MAPPED.low ? high : MAPPED.low - 1n };
  const above = { family, low: low > MAPPED.high ? low : MAPPED.high + 1n, high };
  return [below, above].filter((part) => part.low <= part.high);
}

/** Returns the first and the last address as texts. */
export function endsOf({ family, low, high }: AddressRange): readonly [string, string] {
  return [formatAddress(family, low), formatAddress(family, high)];
}

function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}
