import { formatAddress, formatCidr, parseCidr } from "@network-access/traffic-sets/cidr";
import { shown } from "./refusal.ts";

/**
 * An address in the form that snapshots use, or the reason why the text cannot be read. `wrong` is true if the text is
 * not an address of the family. It is false if a device accepts the address but a snapshot cannot express it.
 */
export type AddressReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly wrong: boolean; readonly reason: string };

const WIDTH = { 4: 32n, 6: 128n } as const;

/**
 * Reads an IPv4 address such as "10.0.0.1", or a network such as "10.0.0.0/8" or "10.0.0.0/255.0.0.0". Reads IPv6 in
 * the same forms. The host bits of a network may be set and are ignored.
 */
export function readNetwork(family: 4 | 6, text: string): AddressReading {
  const slash = text.indexOf("/");
  const address = readOne(family, slash < 0 ? text : text.slice(0, slash));
  if (!address.ok) return address;
  const prefix = slash < 0 ? Number(WIDTH[family]) : readPrefix(family, text.slice(slash + 1));
  if (prefix === "scattered") return notUnderstood(`the mask of ${shown(text)} is not contiguous`);
  if (prefix === undefined) return wrong(`${shown(text)} has no valid mask`);
  const hostBits = (1n << (WIDTH[family] - BigInt(prefix))) - 1n;
  const low = address.value & ~hostBits;
  return { ok: true, text: formatCidr({ family, low, high: low | hostBits, prefix }) };
}

/** The result of reading a range of addresses. `ok` is "empty" if the first address is above the last one. */
export type RangeReading = AddressReading | { readonly ok: "empty" };

/** Reads "10.0.0.1-10.0.0.9" or one address. */
export function readRange(family: 4 | 6, text: string): RangeReading {
  const dash = text.indexOf("-");
  if (dash < 0) return readNetwork(family, text);
  const first = readOne(family, text.slice(0, dash));
  if (!first.ok) return first;
  const last = readOne(family, text.slice(dash + 1));
  if (!last.ok) return last;
  if (first.value > last.value) return { ok: "empty" };
  return { ok: true, text: `${formatAddress(family, first.value)}-${formatAddress(family, last.value)}` };
}

type OneReading = { readonly ok: true; readonly value: bigint } | Exclude<AddressReading, { ok: true }>;

function readOne(family: 4 | 6, text: string): OneReading {
  if (/^::ffff:(?:[0-9.]+|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i.test(text))
    return family === 6
      ? notUnderstood(`${shown(text)} is an IPv4 address written as IPv6`)
      : wrong(`${shown(text)} is no IPv4 address`);
  const parsed = text.includes("/") ? undefined : parseCidr(text);
  if (!parsed?.ok || parsed.cidr.family !== family) return wrong(`${shown(text)} is no IPv${family} address`);
  return { ok: true, value: parsed.cidr.low };
}

function readPrefix(family: 4 | 6, text: string): number | "scattered" | undefined {
  const width = WIDTH[family];
  if (/^\d{1,3}$/.test(text)) return Number(text) <= width ? Number(text) : undefined;
  const mask = readOne(family, text);
  if (!mask.ok) return undefined;
  const hostBits = ((1n << width) - 1n) ^ mask.value;
  if ((hostBits & (hostBits + 1n)) !== 0n) return "scattered";
  return Number(width) - (hostBits === 0n ? 0 : hostBits.toString(2).length);
}

function wrong(reason: string) {
  return { ok: false, wrong: true, reason } as const;
}

function notUnderstood(reason: string) {
  return { ok: false, wrong: false, reason } as const;
}
