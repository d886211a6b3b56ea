import { readAddressText } from "@network-access/estate-model/read-address-text";
import { addressSetOfRanges, withoutMapped } from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { allEdges, type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import { placeOfProtocol, placesOf } from "@network-access/traffic-sets/service-line";

/** An object in a column of a record. Its addresses or services are computed from these members. */
export interface ListedObject {
  readonly matchId: string;
  readonly name: string;
  readonly type?: string;
  readonly negated?: boolean;
  /**
   * True if the record lists only a part of the object's addresses or services. Also true for the last object of a
   * column if the record lists only a part of the column's objects.
   */
  readonly truncated?: boolean;
  readonly addresses?: readonly { readonly address: string }[];
  readonly services?: readonly ListedService[];
}

interface ListedService {
  readonly protocol: number | null;
  readonly startPort?: number;
  readonly endPort?: number;
  readonly formattedValue: string;
}

/**
 * Returns the addresses of an object. The record that contains the object must list all of its addresses (see
 * `truncated`).
 */
export function addressesOf({ addresses = [] }: ListedObject): AddressSet {
  const ranges = addresses.flatMap(({ address }) => {
    const read = readAddressText(address);
    return read.ok ? withoutMapped(read.range) : [];
  });
  return addressSetOfRanges(ranges);
}

/** Returns the services of an object. The record must list all of them. */
export function servicesOf({ services = [] }: ListedObject): Edges {
  return services.map(placesOfService).reduce<Edges>(union, noEdges);
}

const ICMP = /\/(\d+)(?::(\d+)(?:-(\d+):(\d+))?)?$/;

function placesOfService({ protocol, startPort, endPort, formattedValue }: ListedService): Edges {
  if (protocol === null) return allEdges;
  if (startPort !== undefined && endPort !== undefined) return placesOf(protocol, startPort, endPort);
  const [, type, code, lastType, lastCode] = ICMP.exec(formattedValue) ?? [];
  const isDivided = formattedValue.startsWith("icmp");
  if (!isDivided || type === undefined)
    return placesOf(protocol, 0, placeOfProtocol(protocol + 1) - placeOfProtocol(protocol) - 1);
  const first = Number(type) * 256 + Number(code ?? 0);
  if (lastType !== undefined) return placesOf(protocol, first, Number(lastType) * 256 + Number(lastCode));
  return placesOf(protocol, first, code === undefined ? first + 255 : first);
}
