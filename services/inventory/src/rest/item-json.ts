import type { Item } from "../item.ts";

/** An item as REST answers it: what is not known is null. */
export function itemJson({ key, tags, attributes, ...item }: Item, registered: ReadonlySet<string>) {
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
    item: attributes === null ? null : JSON.parse(attributes),
    connectorId: registered.has(item.connectorUuid) ? item.connectorId : null,
    firstSeenAt: item.firstSeenAt.toISOString(),
    lastSeenAt: item.lastSeenAt.toISOString(),
    lastChangedAt: item.lastChangedAt.toISOString(),
  };
}
