import { bigintOfWords, formatIpv4, formatIpv6, scanIpv4, scanIpv6 } from "./address-text.ts";
import { cidrProblem } from "./cidr-problem.ts";
import { wordsOf } from "./wide-edges.ts";

/** A CIDR of one address family. `low` is its first address, and `high` is its last address. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly low: bigint;
  readonly high: bigint;
  readonly prefix: number;
}

/**
 * The result of `parseCidr`. `text` is the CIDR in canonical form, which always has a prefix length. `problem` is one
 * sentence that says why the input was refused and what to write instead.
 */
export type CidrParse = { ok: true; cidr: Cidr; text: string } | { ok: false; problem: string };

/**
 * Parses an address or a CIDR. An address without a prefix length is a /32 or a /128. Refuses forms that some tools
 * interpret differently from others: host bits, leading zeros, IPv4-mapped IPv6 addresses, zone ids, short forms and
 * netmasks.
 */
export function parseCidr(text: string): CidrParse {
  const cidr = text.includes(":") ? readIpv6(text) : readIpv4(text);
  if (cidr === undefined) return { ok: false, problem: cidrProblem(text) };
  return { ok: true, cidr, text: formatCidr(cidr) };
}

/** Formats an address without a prefix length. IPv6 addresses are in the form of RFC 5952. */
export function formatAddress(family: 4 | 6, value: bigint): string {
  return family === 4 ? formatIpv4(Number(value)) : formatIpv6(wordsOf(value));
}

/** Returns the canonical text, always with the prefix. */
export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr.family, cidr.low)}/${cidr.prefix}`;
}

function readIpv4(text: string): Cidr | undefined {
  const packed = scanIpv4(text);
  if (packed < 0) return undefined;
  const low = Math.floor(packed / 64);
  const prefix = packed - low * 64;
  return { family: 4, low: BigInt(low), high: BigInt(low + 2 ** (32 - prefix) - 1), prefix };
}

function readIpv6(text: string): Cidr | undefined {
  const words = new Uint32Array(4);
  const prefix = scanIpv6(text, words);
  if (prefix < 0) return undefined;
  const low = bigintOfWords(words);
  const rest = (1n << BigInt(128 - prefix)) - 1n;
  if ((low & rest) !== 0n || (prefix >= 96 && low >> 32n === 0xffffn)) return undefined;
  return { family: 6, low, high: low | rest, prefix };
}
