import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { referenceOf } from "@network-access/firewall-rules/reference";

/**
 * A group or an inventory item to which a rule or boundary refers. `reference` is the key of its lookup result in a
 * `Resolution`.
 */
export type NamedReference =
  | { readonly kind: "group"; readonly reference: string; readonly groupId: string }
  | { readonly kind: "item"; readonly reference: string; readonly itemKey: ItemKey };

interface Sides {
  readonly sources: readonly NetworkObject[];
  readonly destinations: readonly NetworkObject[];
}

/** Returns the distinct groups and items that rules or boundaries name, in the order of their first occurrence. */
export function namedReferences(named: Iterable<Sides>): NamedReference[] {
  const found = new Map<string, NamedReference>();
  for (const { sources, destinations } of named) {
    for (const objects of [sources, destinations]) {
      for (const object of objects) {
        const reference = referenceOf(object);
        if (reference === null || found.has(reference)) continue;
        if (object.type === "ConnectGroup") found.set(reference, { kind: "group", reference, groupId: object.groupId });
        if (object.type === "InventoryItem") found.set(reference, { kind: "item", reference, itemKey: object.itemKey });
      }
    }
  }
  return [...found.values()];
}

/** Returns the distinct groups that the sides name. */
export function groupsNamedBy(sides: Sides): string[] {
  return namedReferences([sides]).flatMap((named) => (named.kind === "group" ? [named.groupId] : []));
}
