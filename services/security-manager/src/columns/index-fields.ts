import { createHash } from "node:crypto";
import { endsOf } from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { Edges } from "@network-access/traffic-sets/edges";
import { serviceLineEnd } from "@network-access/traffic-sets/service-line";
import { lineRanges, onAddressLine } from "./address-line.ts";

/** A range of a column in the form that the engine stores. Both ends belong to the range. */
export interface IndexedRange<End> {
  readonly gte: End;
  readonly lte: End;
}

/**
 * The index field that stores the connections of an application. Each connection is a nested document, so a filter
 * finds an application only if one of its connections meets all conditions of the filter.
 */
export const CONNECTIONS = "connections";

/**
 * Returns the full path of an attribute's index field, for use in index queries. Further fields of the attribute, such
 * as its hash, have this path with a suffix.
 */
export function fieldOf(stanza: string, attribute: string): string {
  return (stanza === "connection" ? `${CONNECTIONS}.` : "") + propertyOf(stanza, attribute);
}

/**
 * Returns the name of an attribute's index field. The name does not include the path of a nested document that contains
 * the field.
 */
export function propertyOf(stanza: string, attribute: string): string {
  return `${stanza}_${attribute.replaceAll(".", "_")}`;
}

/**
 * The suffixes of two field names. The field with the suffix `ANY` says whether a column is Any. The field with the
 * suffix `HASH` contains a hash of the whole column, and is absent if the column is empty.
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

/** Returns the hash of a column's ranges. Only equal columns have equal hashes. */
export function hashOfRanges(ranges: readonly IndexedRange<string | number>[]): string {
  const hash = createHash("sha256");
  for (const { gte, lte } of ranges) hash.update(`${gte}-${lte},`);
  return hash.digest("base64url");
}
