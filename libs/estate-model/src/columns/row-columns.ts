import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import {
  intersect as intersectAddresses,
  noAddresses,
  onlyFamily,
  union,
} from "@network-access/traffic-sets/address-set";
import {
  allEdges,
  complement,
  type Edges,
  intersect,
  noEdges,
  union as unionEdges,
} from "@network-access/traffic-sets/edges";
import type { AddressResolver } from "../matching/resolve-addresses.ts";
import type { ServiceResolver } from "../matching/resolve-services.ts";

/** The addresses and services of a row, as far as they are known. */
export interface RowColumns {
  readonly source: AddressSet;
  readonly destination: AddressSet;
  /**
   * The protocols, destination ports and ICMP types of the row, as numbers on the service line (service-line.ts). They
   * apply to every address family of the row. Source ports are ignored.
   */
  readonly service: Edges;
}

/**
 * Returns the columns of one row, regardless of other rows. Names of objects are resolved, and negated terms are
 * complemented. The addresses are limited to the row's address families.
 */
export function rowColumns(
  row: SnapshotRow,
  { addresses, services }: { readonly addresses: AddressResolver; readonly services: ServiceResolver },
): RowColumns {
  const inFamilies = (set: AddressSet) =>
    row.families.map((family) => onlyFamily(set, family)).reduce(union, noAddresses);
  const source = inFamilies(addresses.terms(row.source).known);
  const destination = inFamilies(addresses.terms(row.destination).known);
  const service = row.service
    .map(({ negated, members }) => {
      const { parts } = services.members(members);
      const counted = negated ? parts.filter((part) => part.sourcePorts === allEdges) : parts;
      const known = counted.map((part) => part.services).reduce(unionEdges, noEdges);
      return negated ? complement(known) : known;
    })
    .reduce(intersect, allEdges);
  return { source, destination, service };
}

/** Returns the part of the columns `a` that lies within the columns `b`. */
export function intersectColumns(a: RowColumns, b: RowColumns): RowColumns {
  return {
    source: intersectAddresses(a.source, b.source),
    destination: intersectAddresses(a.destination, b.destination),
    service: intersect(a.service, b.service),
  };
}
