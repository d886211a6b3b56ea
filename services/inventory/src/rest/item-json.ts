import type { Item } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/**
 * Returns an item as JSON for REST. Unknown values are null. The stored JSON text of the attributes becomes the member
 * `item` without a change.
 */
export function itemText(item: Item, registered: ReadonlySet<string>): string {
  const found = JSON.stringify(foundItemJson(item, registered));
  return `${found.slice(0, -1)},"item":${item.attributes ?? "null"}}`;
}

/** Returns an item of a search result as JSON for REST, without attributes. */
export function foundItemJson({ key, tags, ...item }: FoundItem, registered: ReadonlySet<string>) {
  return {
    ...key,
    cloudAccountId: item.cloudAccountId,
    name: item.name,
    typeName: item.typeName,
    ips: item.ips,
    hostname: item.hostname,
    macAddress: item.macAddress,
    tags: Object.fromEntries(tags.map(({ key: name, value }) => [name, value])),
    vendor: item.vendor,
    connectorId: registered.has(item.connectorUuid) ? item.connectorId : null,
    firstSeenAt: item.firstSeenAt.toISOString(),
    lastSeenAt: item.lastSeenAt.toISOString(),
    lastChangedAt: item.lastChangedAt.toISOString(),
  };
}
