import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { Edges } from "@network-access/traffic-sets/edges";

/** The addresses in a column of a record. */
export interface NetworkColumn {
  readonly kind: "network";
  readonly set: AddressSet;
  /** True if the set contains all addresses of the record's address families. */
  readonly isAny: boolean;
}

/** The services in a column of a record. Each number in `set` stands for one service. */
export interface ServiceColumn {
  readonly kind: "service";
  readonly set: Edges;
  readonly isAny: boolean;
}

/**
 * The value of one attribute (column) of a record. A date is a number of milliseconds since 1970. A list of texts is an
 * array.
 */
export type ColumnValue = string | number | boolean | null | readonly string[] | NetworkColumn | ServiceColumn;

export function isNetworkColumn(value: ColumnValue | undefined): value is NetworkColumn {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "network";
}

export function isServiceColumn(value: ColumnValue | undefined): value is ServiceColumn {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "service";
}
