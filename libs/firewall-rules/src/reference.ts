import { itemKeyText } from "./item-key.ts";
import type { NetworkObject } from "./network-object.ts";

/**
 * Returns a key that identifies the group or item to which an object refers. Returns null if the object refers to no
 * group or item.
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

/**
 * Returns the references of the given objects (see `referenceOf`) without duplicates, in the order of their first
 * occurrence.
 */
export function referencesOf(objects: Iterable<NetworkObject>): string[] {
  const references = new Set<string>();
  for (const object of objects) {
    const reference = referenceOf(object);
    if (reference !== null) references.add(reference);
  }
  return [...references];
}
