import type { AddressResolver } from "@network-access/estate-model/resolve-addresses";
import type { ServiceResolver } from "@network-access/estate-model/resolve-services";
import type { Snapshot } from "@network-access/estate-model/snapshot";
import type {
  AddressMember,
  AddressTerm,
  ServiceMember,
  ServiceTerm,
} from "@network-access/service-contracts/device-snapshot";
import { endsOf, rangesOf } from "@network-access/traffic-sets/address-ranges";
import { nameId } from "./name-id.ts";
import { serviceParts } from "./service-parts.ts";

/**
 * The most objects that a record lists for a column, and the most addresses or services that it lists for an object.
 */
export const MOST_OBJECTS = 100;
export const MOST_PARTS = 20;

/** An object of a column as responses show it. */
type ObjectRecord = Readonly<Record<string, unknown>>;

/** Converts the objects in the columns of a rule to the form in which responses show them. */
export interface ColumnTexts {
  addressColumn(terms: readonly AddressTerm[]): readonly ObjectRecord[];
  addressMembers(members: readonly AddressMember[]): readonly ObjectRecord[];
  serviceColumn(terms: readonly ServiceTerm[]): readonly ObjectRecord[];
  serviceMembers(members: readonly ServiceMember[]): readonly ObjectRecord[];
  /** Returns the addresses of an object, at most `limit`. */
  objectAddresses(name: string, limit: number): ObjectRecord;
  objectServices(name: string, limit: number): ObjectRecord;
}

interface Needs {
  readonly deviceId: number;
  readonly snapshot: Snapshot;
  readonly addresses: AddressResolver;
  readonly services: ServiceResolver;
}

/** Returns the object Any. It stands for a column of a rule that refers to no objects. */
export function anyObject(deviceId: number, column: string): ObjectRecord {
  return { matchId: nameId(deviceId, "any", column), name: "Any", displayName: "Any", type: "ANY" };
}

/** Returns a `ColumnTexts` for one snapshot. It converts each object of the snapshot only once. */
export function createColumnTexts({ deviceId, snapshot, addresses, services }: Needs): ColumnTexts {
  const known = new Map<string, ObjectRecord>();

  function once(kind: string, name: string, write: () => ObjectRecord): ObjectRecord {
    const key = `${kind}:${name}`;
    const found = known.get(key) ?? write();
    known.set(key, found);
    return found;
  }

  function unknownObject(text: string): ObjectRecord {
    const matchId = nameId(deviceId, "not understood", text);
    return { matchId, name: text, displayName: text, type: "NOT_UNDERSTOOD" };
  }

  function addressMember(member: AddressMember): ObjectRecord {
    if ("notUnderstood" in member) return unknownObject(member.notUnderstood);
    if ("address" in member) {
      const type = member.address.includes("-") ? "ADDRESS_RANGE" : member.address.includes("/") ? "NETWORK" : "HOST";
      const { address } = member;
      return {
        matchId: nameId(deviceId, "address", address),
        name: address,
        displayName: address,
        type,
        addresses: [{ address }],
      };
    }
    const { object: name } = member;
    return once("network", name, () => {
      const object = snapshot.networkObjects.get(name);
      return {
        ...{ matchId: nameId(deviceId, "network", name), name, displayName: name, type: object?.type },
        ...(object?.fqdn !== undefined && { networkType: "FQDN", fqdn: object.fqdn }),
        ...objectAddresses(name, MOST_PARTS),
      };
    });
  }

  function serviceMember(member: ServiceMember): ObjectRecord {
    if ("notUnderstood" in member) return unknownObject(member.notUnderstood);
    if ("object" in member) {
      const { object: name } = member;
      return once("service", name, () => ({
        ...{ matchId: nameId(deviceId, "service", name), name, displayName: name },
        type: snapshot.serviceObjects.get(name)?.type,
        ...objectServices(name, MOST_PARTS),
      }));
    }
    const listed = serviceParts(services.members([member]), MOST_PARTS);
    const name = listed.services.map((one) => one.formattedValue).join(", ");
    return { matchId: nameId(deviceId, "services", name), name, displayName: name, type: "SERVICE", ...listed };
  }

  function objectAddresses(name: string, limit: number): ObjectRecord {
    const ranges = rangesOf(addresses.object(name).known);
    const listed = ranges.slice(0, limit).map((range) => ({
      address: endsOf(range)
        .join("-")
        .replace(/^([^-]+)-\1$/, "$1"),
    }));
    return { addresses: listed, ...(ranges.length > limit && { truncated: true }) };
  }

  function objectServices(name: string, limit: number): ObjectRecord {
    return serviceParts(services.object(name), limit);
  }

  function column<Member>(
    kind: "network" | "service",
    terms: readonly { readonly negated: boolean; readonly members: readonly Member[] }[],
    write: (member: Member) => ObjectRecord,
  ): readonly ObjectRecord[] {
    if (terms.length === 0) return [anyObject(deviceId, kind)];
    const members = terms.flatMap((term) => term.members.map((member) => ({ member, negated: term.negated })));
    return listed(members, ({ member, negated }) => (negated ? { ...write(member), negated } : write(member)));
  }

  return {
    addressColumn: (terms) => column("network", terms, addressMember),
    addressMembers: (members) => listed(members, addressMember),
    serviceColumn: (terms) => column("service", terms, serviceMember),
    serviceMembers: (members) => listed(members, serviceMember),
    objectAddresses,
    objectServices,
  };
}

/**
 * Returns the records of the first `MOST_OBJECTS` objects of a column. If the column has more objects, the last
 * returned record is marked as truncated, even if it lists all addresses or services of its object.
 */
function listed<Member>(members: readonly Member[], write: (member: Member) => ObjectRecord): readonly ObjectRecord[] {
  return members
    .slice(0, MOST_OBJECTS)
    .map((member, place) =>
      place === MOST_OBJECTS - 1 && members.length > MOST_OBJECTS
        ? { ...write(member), truncated: true }
        : write(member),
    );
}
