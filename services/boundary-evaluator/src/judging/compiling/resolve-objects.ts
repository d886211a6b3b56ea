import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { referenceOf } from "@network-access/firewall-rules/reference";
import { sideAddresses } from "@network-access/firewall-rules/side-addresses";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { type Resolution, type Resolved, resolvedOf } from "../model/resolved.ts";

/** One source or destination with the addresses that it stands for. */
export interface ResolvedObject {
  readonly object: NetworkObject;
  /** The name by which users know the object: "10.0.0.0/8", `group "web"`, "Any". */
  readonly text: string;
  /** Null if the object needs no lookup. */
  readonly lookup: Resolved | null;
  /** Empty if the lookup gave no addresses, for whatever reason. */
  readonly addresses: AddressSet;
}

/** All objects of one side. */
export interface ResolvedSide {
  readonly objects: readonly ResolvedObject[];
  /**
   * The objects that are not negated. If this list is empty, the side contains every address except the negated ones.
   */
  readonly named: readonly ResolvedObject[];
  readonly negated: AddressSet;
  /** The objects that have no addresses because they are unknown, or because their lookup failed or is not ready. */
  readonly unresolved: readonly ResolvedObject[];
  /** The objects that are known and have no address. */
  readonly empty: readonly ResolvedObject[];
}

export function resolveSide(objects: readonly NetworkObject[], resolution: Resolution): ResolvedSide {
  const resolved = objects.map((object) => resolveObject(object, resolution));
  return {
    objects: resolved,
    named: resolved.filter(({ object }) => !object.negate),
    negated: addresses.unionAll(resolved.filter(({ object }) => object.negate).map((one) => one.addresses)),
    unresolved: resolved.filter(({ lookup }) => lookup !== null && !isAnswered(lookup)),
    empty: resolved.filter(({ lookup }) => lookup?.outcome === "empty"),
  };
}

/**
 * Returns the addresses of `objects`, without the addresses that the side negates. `objects` must be objects of this
 * side. If the side has no objects except negated ones, returns every address except the negated ones.
 */
export function sumOf(side: ResolvedSide, objects: readonly ResolvedObject[]): AddressSet {
  const included = addresses.unionAll(objects.map((one) => one.addresses));
  return sideAddresses({ named: side.named, included, excluded: side.negated });
}

/** Returns true if an object has the comparison Equals. The object Any has no comparison. */
export function isEqualsObject({ object }: ResolvedObject): boolean {
  return object.type !== "Any" && object.comparison === "Equals";
}

function isAnswered(lookup: Resolved): boolean {
  return lookup.outcome === "resolved" || lookup.outcome === "empty";
}

function resolveObject(object: NetworkObject, resolution: Resolution): ResolvedObject {
  const reference = referenceOf(object);
  const lookup = reference === null ? null : resolvedOf(resolution, reference);
  return { object, text: textOf(object), lookup, addresses: addressesOf(object, lookup) };
}

function addressesOf(object: NetworkObject, lookup: Resolved | null): AddressSet {
  if (object.type === "Any") return addresses.allAddresses;
  if (object.type === "Cidr") return addresses.addressSetOfTexts([object.cidr]);
  return lookup?.outcome === "resolved" ? lookup.addresses : addresses.noAddresses;
}

function textOf(object: NetworkObject): string {
  switch (object.type) {
    case "Any":
      return "Any";
    case "Cidr":
      return object.cidr;
    case "ConnectGroup":
      return `group "${object.groupId}"`;
    case "InventoryItem":
      return `item "${object.itemKey.id}"`;
  }
}
