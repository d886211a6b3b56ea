import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { Edges } from "@network-access/traffic-sets/edges";

/** Addresses of a record. */
export interface NetworkColumn {
  readonly kind: "network";
  readonly set: AddressSet;
  /** All addresses of the families of its record. */
  readonly isAny: boolean;
}

/** Services of a record, on the service line. */
export interface ServiceColumn {
  readonly kind: "service";
  readonly set: Edges;
  readonly isAny: boolean;
}

/** The value of one attribute: dates in milliseconds since 1970, a list for an array. */
export type ColumnValue = string | number | boolean | null | readonly string[] | NetworkColumn | ServiceColumn;

export function isNetworkColumn(value: ColumnValue | undefined): value is NetworkColumn {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "network";
}

export function isServiceColumn(value: ColumnValue | undefined): value is ServiceColumn {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "service";
}
