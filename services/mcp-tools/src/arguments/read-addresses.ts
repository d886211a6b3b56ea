import { type AddressRange, addressSetOfRanges, parseAddressRange } from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { type ArgumentReading, problem, quoted } from "./argument-reading.ts";
import { formatRange } from "./format-range.ts";
import { PUBLIC_INTERNET, publicInternet, publicInternetRanges } from "./public-internet.ts";

/** The addresses of an argument. */
export interface AddressArgument {
  readonly addresses: AddressSet;
  /** The addresses as operands that SIQL can read. */
  readonly operands: readonly string[];
  /** The addresses as answers show them: in canonical form, or PUBLIC_INTERNET. */
  readonly text: string;
  /**
   * The CIDR that the caller sent, if its address had bits beyond the prefix length. Those bits were ignored. Null in
   * all other cases.
   */
  readonly cutFrom: string | null;
}

const WORKING =
  "10.0.0.5, 10.0.0.0/8, 10.0.0.1-10.0.0.9, 2001:db8::/32 and PUBLIC_INTERNET work; for any address leave it out";

/** Reads an address, a CIDR, a range, or PUBLIC_INTERNET. Bits of a CIDR beyond its prefix length are ignored. */
export function readAddresses(sent: string): ArgumentReading<AddressArgument> {
  const text = sent.trim();
  if (text.toUpperCase() === PUBLIC_INTERNET) {
    const value = { addresses: publicInternet, operands: publicInternetRanges, text: PUBLIC_INTERNET, cutFrom: null };
    return { ok: true, value };
  }
  const dash = text.indexOf("-");
  if (dash >= 0) return readRange(text.slice(0, dash).trim(), text.slice(dash + 1).trim());
  const parsed = parseAddressRange(text);
  if (!parsed.ok) return problem(`${quoted(sent)} is no address, CIDR or range; ${WORKING}`);
  return { ok: true, value: argumentOf(parsed.range, parseCidr(text).ok ? null : text) };
}

function readRange(first: string, last: string): ArgumentReading<AddressArgument> {
  const written = quoted(`${first}-${last}`);
  const [low, high] = [readAddress(first), readAddress(last)];
  if (!low || !high || low.family !== high.family)
    return problem(`${written} is no range between two addresses of one IP version; ${WORKING}`);
  if (low.low > high.low) return problem(`${written} begins after it ends; write ${last}-${first}`);
  return { ok: true, value: argumentOf({ family: low.family, low: low.low, high: high.low }, null) };
}

function readAddress(text: string): AddressRange | undefined {
  const parsed = parseCidr(text);
  return parsed.ok && !text.includes("/") ? parsed.cidr : undefined;
}

function argumentOf(range: AddressRange, cutFrom: string | null): AddressArgument {
  const text = formatRange(range);
  return { addresses: addressSetOfRanges([range]), operands: [text], text, cutFrom };
}
