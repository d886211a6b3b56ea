import type { ItemContent } from "./item.ts";
import type { ItemWrite, UploadStamp } from "./item-store.ts";
import type { OpenedItem } from "./membership-store.ts";

/**
 * The maximum number of characters in all cached texts together. This is enough for about ten thousand typical items.
 */
const MOST_CHARACTERS = 4 * 1_024 * 1_024;
/**
 * The time that an item stays in the cache, in milliseconds. It must be less than an hour, because the index remembers
 * the version of a deleted item for an hour. If a cached copy of the item were written to the index after this hour,
 * the deleted item would appear in the index again.
 */
const KEPT_MS = 30_000;
/**
 * Every fifth call of `take` returns nothing. The caller then reads the database, and so also finds items that other
 * processes have written.
 */
const READ_DATABASE_EVERY = 5;

/**
 * A cache of new items that this process wrote recently. Cached items can be written to the index without reading them
 * from the database.
 *
 * Every new item is also marked as open (not yet projected) in the database. If the cache loses an item, the item is
 * read from the database later. If a cached item is outdated, the item stays open, and is projected again from the
 * database.
 */
export interface RecentlyWrittenItems {
  /** Adds items until the cache is full. */
  add(items: readonly OpenedItem[]): void;
  /**
   * Removes and returns items that were written up to `until`. Every fifth call returns none, so that the caller reads
   * the database.
   */
  take(most: number, until: Date): readonly OpenedItem[];
  /** Drops items that were read from the database. */
  drop(items: readonly OpenedItem[]): void;
  clear(): void;
}

export function createRecentlyWrittenItems(now: () => Date): RecentlyWrittenItems {
  const waiting = new Map<string, OpenedItem>();
  let characters = 0;
  let calls = 0;

  function remove(item: OpenedItem): void {
    if (waiting.delete(item.itemId)) characters -= charactersOf(item);
  }

  return {
    add(items) {
      for (const item of items) {
        const own = charactersOf(item);
        if (waiting.has(item.itemId) || characters + own > MOST_CHARACTERS) continue;
        waiting.set(item.itemId, item);
        characters += own;
      }
    },
    take(most, until) {
      calls += 1;
      if (calls % READ_DATABASE_EVERY === 0) return [];
      const oldest = now().getTime() - KEPT_MS;
      const taken: OpenedItem[] = [];
      for (const item of waiting.values()) {
        if (taken.length === most) break;
        if (item.openedAt > until) continue;
        remove(item);
        if (item.openedAt.getTime() >= oldest) taken.push(item);
      }
      return taken;
    },
    drop(items) {
      for (const { itemId } of items) {
        const item = waiting.get(itemId);
        if (item) remove(item);
      }
    },
    clear() {
      waiting.clear();
      characters = 0;
    },
  };
}

/** Returns a new item as its insert stores it. */
export function insertedItem({ itemId, content }: ItemWrite, stamp: UploadStamp): OpenedItem {
  const { attributes: _, ...outline } = content;
  const { connectorUuid, connectorId, at } = stamp;
  return {
    ...outline,
    itemId,
    rev: 1,
    touch: 0,
    openedAt: at,
    connectorUuid,
    connectorId,
    firstSeenAt: at,
    lastSeenAt: at,
    lastChangedAt: at,
    memberships: [],
    removed: false,
    selectionChanged: true,
    addressesChanged: true,
  };
}

/** Estimates the size of an item's texts in characters, with an overhead of 16 for each text. */
function charactersOf({ key, ips, tags, ...fields }: Omit<ItemContent, "attributes">): number {
  const { cloudAccountId, typeName, name, hostname, vendor, macAddress } = fields;
  const own = [
    key.accountId,
    key.region,
    key.type,
    key.id,
    cloudAccountId,
    typeName,
    name,
    hostname,
    vendor,
    macAddress,
  ];
  const texts = [...own, ...ips, ...tags.flatMap((tag) => [tag.key, tag.value])];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0) + 16, 0);
}
