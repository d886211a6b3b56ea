import { createHash } from "node:crypto";
import { endsOf } from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { Edges } from "@network-access/traffic-sets/edges";
import { serviceLineEnd } from "@network-access/traffic-sets/service-line";
import { lineRanges, onAddressLine } from "./address-line.ts";

/** A range of a column as the engine takes it; both ends belong to it. */
export interface IndexedRange<End> {
  readonly gte: End;
  readonly lte: End;
}

/** Where the connections of an application are: nested documents, so that one of them meets a whole filter. */
export const CONNECTIONS = "connections";

/** The field of an attribute as queries name it; `any`, `hash` and `wild` are beside it. */
export function fieldOf(stanza: string, attribute: string): string {
  return (stanza === "connection" ? `${CONNECTIONS}.` : "") + propertyOf(stanza, attribute);
}

/** The same inside of its document. */
export function propertyOf(stanza: string, attribute: string): string {
  return `${stanza}_${attribute.replaceAll(".", "_")}`;
}

/**
 * Suffixes of the fields that describe a column as a whole: whether it is Any, and its hash. An empty column has no
 * hash.
 */
export const ANY = "_is_any";
export const HASH = "_hash";

export function addressRanges(set: AddressSet): IndexedRange<string>[] {
  return lineRanges(onAddressLine(set)).map((range) => {
    const [gte, lte] = endsOf(range);
    return { gte, lte };
  });
}

export function serviceRanges(set: Edges): IndexedRange<number>[] {
  const ranges = [];
  for (let at = 0; at < set.length; at += 2)
    ranges.push({ gte: set[at] ?? 0, lte: (set[at + 1] ?? serviceLineEnd) - 1 });
  return ranges;
}

/** Returns a hash. Equal columns, and no others, have equal hashes. */
export function hashOfRanges(ranges: readonly IndexedRange<string | number>[]): string {
  const hash = createHash("sha256");
  for (const { gte, lte } of ranges) hash.update(`${gte}-${lte},`);
  return hash.digest("base64url");
}
