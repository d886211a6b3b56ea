import { hash } from "node:crypto";
import { addressListOf } from "../addresses/address-list.ts";
import type { ItemContent } from "./item.ts";

/** Hashes that are compared instead of whole items. All of them are lower-case hex SHA-256. */
export interface ItemHashes extends SelectionHashes {
  /**
   * The hash of all data that a connector sends about the item. The order of addresses, tags and attributes does not
   * matter.
   */
  readonly contentHash: string;
}

/** Hashes computed only when an item is written. */
export interface SelectionHashes {
  /**
   * The hash of the tags and addresses. If an upload does not change this hash, the same group filters select the item
   * as before. Group filters read only the tags, the addresses and the item's key, and an upload can't change the key.
   */
  readonly selectionHash: string;
  /** The hash of the addresses as a set (address-list.ts). */
  readonly addressesHash: string;
}

export function contentHashOf(content: ItemContent): string {
  const { key, cloudAccountId, name, typeName, hostname, vendor, macAddress, attributes } = content;
  const { accountId, region, type, id } = key;
  const { tags, ips } = selectionOf(content);
  // These properties must stay in the order of their names, as in the JSON of `canonicalJson`. In another order, every
  // item would get a hash that differs from its stored hash.
  const json = JSON.stringify({
    cloudAccountId,
    hostname,
    ips,
    key: { accountId, id, region, type },
    macAddress,
    name,
    tags,
    typeName,
    vendor,
  });
  return sha256(`${json}\n${attributes ?? ""}`);
}

export function selectionHashesOf(content: ItemContent): SelectionHashes {
  const { tags, ips } = selectionOf(content);
  return { selectionHash: sha256(JSON.stringify([tags, ips])), addressesHash: addressListOf(content.ips).hash };
}

function selectionOf(content: ItemContent) {
  const tags = content.tags.map(({ key, value }) => JSON.stringify([key, value])).sort();
  return { tags, ips: [...content.ips].sort() };
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
