import { hash } from "node:crypto";
import { type ItemKey, itemKeyText } from "@network-access/firewall-rules/item-key";

/** One tag as it was sent; keys and values are compared without case. */
export interface ItemTag {
  readonly key: string;
  readonly value: string;
}

/** What a connector says about one resource. What it did not say is null. */
export interface ItemContent {
  readonly key: ItemKey;
  readonly cloudAccountId: string | null;
  readonly name: string | null;
  readonly typeName: string | null;
  readonly hostname: string | null;
  readonly vendor: string | null;
  /** EUI-48 or EUI-64, lower case with colons. */
  readonly macAddress: string | null;
  /** Canonical: bare addresses, or CIDRs; each once, in the order sent. */
  readonly ips: readonly string[];
  readonly tags: readonly ItemTag[];
  /** The raw attributes as canonical JSON text of an object; see canonical-json.ts. */
  readonly attributes: string | null;
}

/** An item as the record holds it. */
export interface Item extends ItemContent {
  /** See {@link itemIdOf}. */
  readonly itemId: string;
  /** Raised by 1 with every change of content or owner, from 1. */
  readonly rev: number;
  /** The registration that owns it. One that was removed owns nothing any more: the next connector to upload it does. */
  readonly connectorUuid: string;
  /** Null when that is known to be removed. */
  readonly connectorId: string | null;
  /** The groups it belongs to; see membership.ts. */
  readonly memberships: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly lastChangedAt: Date;
}

/** An item without its raw attributes, which may be hundreds of times as large as everything else. */
export type ItemOutline = Omit<Item, "attributes">;

/** Identity in record and index: lower-case hex SHA-256 of the canonical JSON array of the four parts of the key. */
export function itemIdOf(key: ItemKey): string {
  return hash("sha256", itemKeyText(key), "hex");
}
