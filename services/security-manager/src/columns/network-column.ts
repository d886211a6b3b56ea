import {
  type AddressSet,
  allAddresses,
  contains,
  isEmpty,
  isEmptyIn,
  noAddresses,
  onlyFamily,
  union,
} from "@network-access/traffic-sets/address-set";
import { allEdges, type Edges, equals } from "@network-access/traffic-sets/edges";
import { onAddressLine } from "./address-line.ts";
import type { NetworkColumn, ServiceColumn } from "./column-value.ts";

/**
 * Returns a column with the addresses in `set`. The column is Any if `set` contains all addresses of `families`. By
 * default, `families` are the families of the addresses in `set`.
 */
export function networkColumn(set: AddressSet, families?: readonly (4 | 6)[]): NetworkColumn {
  const own = families ?? ([4, 6] as const).filter((family) => !isEmptyIn(set, family));
  const universe = own.map((family) => onlyFamily(allAddresses, family)).reduce(union, noAddresses);
  const isAny = !isEmpty(set) && contains(onAddressLine(set), onAddressLine(universe));
  return { kind: "network", set, isAny };
}

export function serviceColumn(set: Edges): ServiceColumn {
  return { kind: "service", set, isAny: equals(set, allEdges) };
}
