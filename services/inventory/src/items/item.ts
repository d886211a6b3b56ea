import { hash } from "node:crypto";
import { type ItemKey, itemKeyText } from "@network-access/firewall-rules/item-key";

/** One tag as it was uploaded. Keys and values are compared without regard to case. */
export interface ItemTag {
  readonly key: string;
  readonly value: string;
}

/** The properties of one resource as a connector sent them. A property that the connector did not send is null. */
export interface ItemContent {
  readonly key: ItemKey;
  readonly cloudAccountId: string | null;
  readonly name: string | null;
  readonly typeName: string | null;
  readonly hostname: string | null;
  readonly vendor: string | null;
  /** EUI-48 or EUI-64, lower case with colons. */
  readonly macAddress: string | null;
  /** Canonical addresses without prefix, or CIDRs. Each occurs once, in the order in which they were sent. */
  readonly ips: readonly string[];
  readonly tags: readonly ItemTag[];
  /** The raw attributes: one JSON object as canonical text (canonical-json.ts). Null if none were sent. */
  readonly attributes: string | null;
}

/** A stored item. */
export interface Item extends ItemContent {
  /** The id of the item, which {@link itemIdOf} computes from the key. */
  readonly itemId: string;
  /** The revision of the item. It begins with 1, and every change of content or owner raises it by 1. */
  readonly rev: number;
  /**
   * The UUID of the registration that owns the item. If this registration is removed, the next connector that uploads
   * the item becomes its owner.
   */
  readonly connectorUuid: string;
  /**
   * The id of the connector that owns the item. It becomes null some time after the registration `connectorUuid` is
   * removed (disown-items.ts).
   */
  readonly connectorId: string | null;
  /** The groups that the item belongs to (membership.ts). */
  readonly memberships: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly lastChangedAt: Date;
}

/** An item without its raw attributes, because these may be hundreds of times as large as the rest. */
export type ItemOutline = Omit<Item, "attributes">;

/**
 * Returns the id of an item in the database and the index: the SHA-256 of the JSON array of the key's four parts, in
 * lower-case hex.
 */
export function itemIdOf(key: ItemKey): string {
  return hash("sha256", itemKeyText(key), "hex");
}
