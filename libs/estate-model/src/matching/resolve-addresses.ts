import type { AddressMember, AddressTerm } from "@network-access/service-contracts/device-snapshot";
import { addressSetOfRanges } from "@network-access/traffic-sets/address-ranges";
import {
  type AddressSet,
  allAddresses,
  complement,
  intersect,
  noAddresses,
  unionAll,
} from "@network-access/traffic-sets/address-set";
import { readAddressText } from "../snapshot/read-address-text.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/**
 * The addresses of some members. `known` contains the addresses of the members that the configuration reader
 * understood. `complete` is false if the reader did not understand one or more members.
 */
interface Addresses {
  readonly known: AddressSet;
  readonly complete: boolean;
}

export interface AddressResolver {
  members(members: readonly AddressMember[]): Addresses;
  object(name: string): Addresses;
  /**
   * Returns the addresses that match all terms. A member that the configuration reader did not understand counts as a
   * set without addresses.
   */
  terms(terms: readonly AddressTerm[]): Addresses;
  /** Returns the addresses that surely match all terms, and the addresses that possibly match all terms. */
  bounds(terms: readonly AddressTerm[]): { readonly sure: AddressSet; readonly possible: AddressSet };
}

/** Resolves the network objects of a snapshot. Each object is resolved only once. */
export function createAddressResolver({ networkObjects }: Pick<Snapshot, "networkObjects">): AddressResolver {
  const resolved = new Map<string, Addresses>();

  function members(list: readonly AddressMember[]): Addresses {
    const sets: AddressSet[] = [];
    const ranges = [];
    let complete = true;
    for (const member of list) {
      if ("address" in member) {
        const read = readAddressText(member.address);
        if (read.ok) ranges.push(read.range);
      } else if ("object" in member) {
        const found = object(member.object);
        sets.push(found.known);
        complete &&= found.complete;
      } else complete = false;
    }
    return { known: unionAll([addressSetOfRanges(ranges), ...sets]), complete };
  }

  function object(name: string): Addresses {
    const done = resolved.get(name);
    if (done) return done;
    const found = members(networkObjects.get(name)?.members ?? []);
    resolved.set(name, found);
    return found;
  }

  return {
    members,
    object,
    terms(terms) {
      const found = terms.map(({ negated, members: list }) => ({ negated, ...members(list) }));
      return {
        known: intersectAll(found.map(({ negated, known }) => (negated ? complement(known) : known))),
        complete: found.every((term) => term.complete),
      };
    },
    bounds(terms) {
      const found = terms.map(({ negated, members: list }) => ({ negated, ...members(list) }));
      const sure = found.map(({ negated, known, complete }) =>
        negated ? (complete ? complement(known) : noAddresses) : known,
      );
      const possible = found.map(({ negated, known, complete }) =>
        negated ? complement(known) : complete ? known : allAddresses,
      );
      return { sure: intersectAll(sure), possible: intersectAll(possible) };
    },
  };
}

function intersectAll(sets: readonly AddressSet[]): AddressSet {
  return sets.reduce(intersect, allAddresses);
}
