import { itemKeyText } from "./item-key.ts";
import type { NetworkObject } from "./network-object.ts";

/**
 * Returns the key under which the group or item of an object is looked up. Different groups or items have different
 * keys. Returns null for objects that need no lookup.
 */
export function referenceOf(object: NetworkObject): string | null {
  switch (object.type) {
    case "Any":
    case "Cidr":
      return null;
    case "ConnectGroup":
      return `group:${object.groupId}`;
    case "InventoryItem":
      return `item:${itemKeyText(object.itemKey)}`;
  }
}

/** Returns the distinct references in some objects, in the order of their first occurrence. */
export function referencesOf(objects: Iterable<NetworkObject>): string[] {
  const references = new Set<string>();
  for (const object of objects) {
    const reference = referenceOf(object);
    if (reference !== null) references.add(reference);
  }
  return [...references];
}
