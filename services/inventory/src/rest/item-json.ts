import type { Item } from "../items/item.ts";
import type { FoundItem } from "../search/item-search.ts";

/** An item as REST answers it: what is not known is null. */
export function itemJson(item: Item, registered: ReadonlySet<string>) {
  const { attributes } = item;
  return { ...foundItemJson(item, registered), item: attributes === null ? null : JSON.parse(attributes) };
}

/** An item of a page of search results: all but its attributes. */
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
