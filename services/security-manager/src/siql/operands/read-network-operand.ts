import {
  type AddressRange,
  addressSetOfRanges,
  parseAddressRange,
  withoutMapped,
} from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";
import { quoted } from "../language/query-error.ts";
import { type OperandReading, refused } from "./operand-reading.ts";

/** The addresses of an operand. "any" stands for all addresses of the address families of the row that is compared. */
export type NetworkOperand = "any" | AddressSet;

/** The numbers of an IPv4 address with wildcards. Null stands for a wildcard. */
type Quads = readonly (number | null)[];

const EXAMPLES = "an address, a CIDR such as 10.0.0.0/8, a range such as 10.0.0.1-10.0.0.9, 192.168.*.* or any";

/**
 * Parses an address, a CIDR, a range, an IPv4 address with wildcards, or "any". Ignores the host bits of a CIDR. Leaves
 * out IPv4-mapped IPv6 addresses, because rows have no such addresses.
 */
export function readNetworkOperand(text: string): OperandReading<NetworkOperand> {
  const written = text.trim();
  if (written.toLowerCase() === "any") return { ok: true, value: "any" };
  if (written.includes("*")) return readQuads(written);
  const dash = written.indexOf("-");
  const range = dash < 0 ? readCidr(written) : readRange(written.slice(0, dash), written.slice(dash + 1));
  return range.ok ? setOf([range.value]) : range;
}

function setOf(ranges: readonly AddressRange[]): OperandReading<NetworkOperand> {
  return { ok: true, value: addressSetOfRanges(ranges.flatMap((one) => withoutMapped(one))) };
}

function readCidr(text: string): OperandReading<AddressRange> {
  const parsed = parseAddressRange(text);
  if (parsed.ok) return { ok: true, value: parsed.range };
  const isName = !/[:/]|^[\d.]+$/.test(text);
  const hint = isName ? "names of objects are compared with name, on the endpoint of the object; here" : "here";
  return refused(`${quoted(text)} is no address; ${hint} ${EXAMPLES} works`);
}

function readRange(first: string, last: string): OperandReading<AddressRange> {
  const [low, high] = [parseCidr(first.trim()), parseCidr(last.trim())];
  const isRange =
    low.ok &&
    high.ok &&
    low.cidr.low === low.cidr.high &&
    high.cidr.low === high.cidr.high &&
    low.cidr.family === high.cidr.family;
  if (!isRange) return refused(`${quoted(`${first}-${last}`)} is no range; ${EXAMPLES} works here`);
  const { family } = low.cidr;
  if (low.cidr.low > high.cidr.low)
    return refused(`${quoted(`${first}-${last}`)} begins after it ends; write the lower address first`);
  return { ok: true, value: { family, low: low.cidr.low, high: high.cidr.low } };
}

/**
 * Parses an IPv4 address with wildcards. Any number of wildcards may be at the end. At most one wildcard may be before
 * a number. For example, "10.*.1.*" stands for 256 ranges.
 */
function readQuads(text: string): OperandReading<NetworkOperand> {
  const quads = text
    .split(".")
    .map((quad) => (quad === "*" ? null : /^\d{1,3}$/.test(quad) ? Number(quad) : Number.NaN));
  const isValid = quads.length === 4 && quads.every((quad) => quad === null || quad <= 255);
  if (!isValid)
    return refused(`${quoted(text)} is no IPv4 address with wildcards; write a range such as 10.0.0.1-10.0.0.9`);
  const firstTrailing = quads.findLastIndex((quad) => quad !== null) + 1;
  const inner = quads.slice(0, firstTrailing).flatMap((quad, at) => (quad === null ? [at] : []));
  if (inner.length > 1)
    return refused(`${quoted(text)} has more than one wildcard before a number; ${rangeHint(quads)} works`);
  const [at] = inner;
  const choices = at === undefined ? [quads] : Array.from({ length: 256 }, (_, value) => quads.with(at, value));
  return setOf(choices.map(rangeOfQuads));
}

function rangeOfQuads(quads: Quads): AddressRange {
  const end = (instead: number) => quads.reduce((sum: bigint, quad) => sum * 256n + BigInt(quad ?? instead), 0n);
  return { family: 4, low: end(0), high: end(255) };
}

/** Returns a hint for the user, who can write the range from the lowest to the highest address instead of wildcards. */
function rangeHint(quads: Quads): string {
  const { low, high } = rangeOfQuads(quads);
  return `a range such as ${formatAddress(4, low)}-${formatAddress(4, high)}`;
}
