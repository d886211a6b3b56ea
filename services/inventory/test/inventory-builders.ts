import type { Connector } from "../src/connectors/connector-store.ts";
import { unlimitedScope } from "../src/connectors/discovery-run.ts";
import type { FilledGroup } from "../src/feeds/fed-group.ts";
import type { FeedToken } from "../src/feeds/feed-token-store.ts";
import type { GroupFilter } from "../src/items/group-filter.ts";
import { type ItemContent, itemIdOf } from "../src/items/item.ts";
import { contentHashOf, selectionHashesOf } from "../src/items/item-hashes.ts";
import type { ItemWrite, UploadStamp } from "../src/items/item-store.ts";

/** Functions that build test values with defaults. A test sets only the properties that matter to it. */

/**
 * Makes uploads behave as if they came from different processes: uploads that share an item are not serialized. Retries
 * start without a wait.
 */
export const unordered = {
  itemMutex: <Result>(_: readonly string[], work: () => Promise<Result>) => work(),
  spread: async () => undefined,
};

export function aContent(id: string, more: Partial<ItemContent> = {}): ItemContent {
  return {
    key: { accountId: "acc", region: "eu", type: "vm", id },
    cloudAccountId: null,
    name: null,
    typeName: null,
    hostname: null,
    vendor: null,
    macAddress: null,
    ips: [],
    tags: [],
    attributes: null,
    ...more,
  };
}

export function aWrite(id: string, more: Partial<ItemContent> = {}): ItemWrite {
  const content = aContent(id, more);
  return { itemId: itemIdOf(content.key), content, contentHash: contentHashOf(content), ...selectionHashesOf(content) };
}

export function aStamp(more: Partial<UploadStamp> = {}): UploadStamp {
  return { connectorUuid: "c-1", connectorId: "cloud", runSequence: 1, at: new Date("2026-01-01T00:00:00Z"), ...more };
}

export function aFilter(more: Partial<GroupFilter> = {}): GroupFilter {
  return { tags: null, types: null, accountIds: null, regions: null, cidrs: null, clip: false, ...more };
}

export function aConnector(id: string, more: Partial<Connector> = {}): Connector {
  const registered = { registeredAt: new Date("2026-01-01T00:00:00Z"), registeredBy: "ada", lastUploadAt: null };
  return { id, uuid: `uuid-of-${id}`, name: id, scope: unlimitedScope, ...registered, ...more };
}

export function aFilledGroup(more: Partial<FilledGroup> = {}): FilledGroup {
  const members = { hash: "hash", addressCount: 1, updatedAt: new Date("2026-01-01T00:00:00Z") };
  return { id: "web", uuid: "uuid-of-web", revision: 1, members, ready: true, ...more };
}

export function aFeedToken(id: string, more: Partial<FeedToken> = {}): FeedToken {
  const issued = { issuedAt: new Date("2026-01-01T00:00:00Z"), issuedBy: "ada", lastFetchedAt: null };
  return { id, groupId: "web", groupUuid: "uuid-of-web", consumer: `consumer of ${id}`, ...issued, ...more };
}

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}
