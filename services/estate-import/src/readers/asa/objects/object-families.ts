import type { AddressMember } from "@network-access/service-contracts/device-snapshot";
import type { Definitions } from "./definitions.ts";

/**
 * A set of address families, for example those that one part of an access-list line (source, destination or protocol)
 * can match.
 */
export interface Families {
  readonly 4: boolean;
  readonly 6: boolean;
}

export const BOTH_FAMILIES: Families = { 4: true, 6: true };
export const NO_FAMILY: Families = { 4: false, 6: false };

function joinFamilies(one: Families, other: Families): Families {
  return { 4: one[4] || other[4], 6: one[6] || other[6] };
}

export function commonFamilies(one: Families, other: Families): Families {
  return { 4: one[4] && other[4], 6: one[6] && other[6] };
}

/**
 * Returns a function that finds the address families of a list of members. A member that is not understood counts as
 * IPv4 and IPv6. The caller must have checked that no group contains itself.
 */
export function createFamilyLookup(definitions: Definitions): (members: readonly AddressMember[]) => Families {
  const known = new Map<string, Families>();

  function ofMember(member: AddressMember): Families {
    if ("address" in member) return { 4: !member.address.includes(":"), 6: member.address.includes(":") };
    return "object" in member ? ofObject(member.object) : BOTH_FAMILIES;
  }
  function ofObject(name: string): Families {
    const done = known.get(name);
    if (done) return done;
    const found = (definitions.get(name)?.addresses ?? []).map(ofMember).reduce(joinFamilies, NO_FAMILY);
    known.set(name, found);
    return found;
  }
  return (members) => members.map(ofMember).reduce(joinFamilies, NO_FAMILY);
}
