import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { AddressSet } from "@network-access/traffic-sets/address-set";

/** What looking up one group or inventory item gave. */
export type Resolved =
  | {
      readonly outcome: "resolved";
      readonly addresses: AddressSet;
      readonly revision: number;
      readonly hash: string;
      readonly addressCount: number;
    }
  | { readonly outcome: "empty"; readonly revision: number; readonly hash: string }
  | { readonly outcome: "unknown" }
  /** `reason` is shown to people: a few words, nothing internal. */
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "not-ready" };

/** The answers for every reference that a request and its boundaries name. One that is missing counts as a failed look-up. */
export type Resolution = ReadonlyMap<string, Resolved>;

/** The key of a group or an item in a `Resolution`; null for objects that need no look-up. */
export function referenceOf(object: NetworkObject): string | null {
  switch (object.type) {
    case "Any":
    case "Cidr":
      return null;
    case "ConnectGroup":
      return `group:${object.groupId}`;
    case "InventoryItem": {
      const { accountId, region, type, id } = object.itemKey;
      return `item:${JSON.stringify([accountId, region, type, id])}`;
    }
  }
}

/** The distinct references that some objects name, in the order they are first named. */
export function referencesOf(objects: Iterable<NetworkObject>): string[] {
  const references = new Set<string>();
  for (const object of objects) {
    const reference = referenceOf(object);
    if (reference !== null) references.add(reference);
  }
  return [...references];
}

const notLookedUp: Resolved = { outcome: "failed", reason: "it was not looked up" };

/** The answer for one reference. */
export function resolvedOf(resolution: Resolution, reference: string): Resolved {
  return resolution.get(reference) ?? notLookedUp;
}
