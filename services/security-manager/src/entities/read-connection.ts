import type { FieldError } from "@network-access/service-runtime/failure";
import { allAddresses, isEmpty, unionAll } from "@network-access/traffic-sets/address-set";
import { allEdges, type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import type { ColumnValue, NetworkColumn, ServiceColumn } from "../columns/column-value.ts";
import { addressRanges, serviceRanges } from "../columns/index-fields.ts";
import { networkColumn, serviceColumn } from "../columns/network-column.ts";
import { readNetworkOperand } from "../siql/operands/read-network-operand.ts";
import { readServiceOperand } from "../siql/operands/read-service-operand.ts";
import type { WrittenConnection } from "./put-entity.ts";

/** The values of a connection by the names of its attributes. */
export interface ConnectionColumns extends Readonly<Record<string, ColumnValue>> {
  readonly source: NetworkColumn;
  readonly destination: NetworkColumn;
  readonly service: ServiceColumn;
  readonly comment: string;
}

/**
 * Reads the operands of a connection into columns. Leaves out operands that can't be read, and calls `report` with the
 * path of each such operand.
 */
export function readConnection(
  { source, destination, service, comment }: WrittenConnection,
  report: (path: string, message: string) => void = () => undefined,
): ConnectionColumns {
  return {
    source: readAddresses(source, (place, message) => report(`source.${place}`, message)),
    destination: readAddresses(destination, (place, message) => report(`destination.${place}`, message)),
    service: readServices(service, (place, message) => report(`service.${place}`, message)),
    comment,
  };
}

type Report = (place: number, message: string) => void;

function readAddresses(operands: readonly string[], report: Report): NetworkColumn {
  const sets = [...new Set(operands)].flatMap((text) => {
    const place = operands.indexOf(text);
    const read = readNetworkOperand(text);
    if (!read.ok) report(place, read.problem);
    else if (read.value === "any") return [allAddresses];
    else if (isEmpty(read.value)) report(place, "has only IPv4-mapped addresses; write them as IPv4");
    else return [read.value];
    return [];
  });
  return networkColumn(unionAll(sets));
}

function readServices(operands: readonly string[], report: Report): ServiceColumn {
  const sets = operands.flatMap((text, place) => {
    const read = readServiceOperand(text);
    if (!read.ok) report(place, read.problem);
    return read.ok ? [read.value === "any" ? allEdges : read.value] : [];
  });
  return serviceColumn(sets.reduce<Edges>((sum, one) => union(sum, one), noEdges));
}

export type IntervalCount =
  | { readonly ok: true; readonly intervals: number }
  | { readonly ok: false; readonly intervals: number; readonly fields: readonly FieldError[] };

/**
 * Counts the address and service intervals that the index stores for the connections. Skips the remaining connections
 * once the count exceeds `most`. Returns an error for each operand that can't be read.
 */
export function countIntervals(connections: readonly WrittenConnection[], most: number): IntervalCount {
  const fields: FieldError[] = [];
  let intervals = 0;
  for (const [place, connection] of connections.entries()) {
    if (intervals > most) break;
    const { source, destination, service } = readConnection(connection, (path, message) =>
      fields.push({ path: `connections.${place}.${path}`, message }),
    );
    for (const { set } of [source, destination]) intervals += addressRanges(set).length;
    intervals += serviceRanges(service.set).length;
  }
  return fields.length > 0 ? { ok: false, intervals, fields } : { ok: true, intervals };
}
