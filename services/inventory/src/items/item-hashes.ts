import { hash } from "node:crypto";
import { addressListOf } from "../addresses/address-list.ts";
import type { ItemContent } from "./item.ts";

/** What is compared instead of whole items. All are lower-case hex SHA-256. */
export interface ItemHashes extends SelectionHashes {
  /** Over everything a connector says; the order of addresses, tags and attributes does not count. */
  readonly contentHash: string;
}

/** What an item is asked for only when it is written. */
export interface SelectionHashes {
  /** Over what a group filter looks at and can change: tags and addresses. */
  readonly selectionHash: string;
  /** Over the addresses as a set; see address-list.ts. */
  readonly addressesHash: string;
}

export function contentHashOf(content: ItemContent): string {
  const { key, cloudAccountId, name, typeName, hostname, vendor, macAddress, attributes } = content;
  const { accountId, region, type, id } = key;
  const { tags, ips } = selectionOf(content);
  // Every member in the order of the names, as `canonicalJson` would write it: hashes in the record come from there.
  const said = JSON.stringify({
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
  return sha256(`${said}\n${attributes ?? ""}`);
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
