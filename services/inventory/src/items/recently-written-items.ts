import type { ItemContent } from "./item.ts";
import type { ItemWrite, UploadStamp } from "./item-store.ts";
import type { OpenedItem } from "./membership-store.ts";

/** The maximum number of characters in all cached texts together. It is enough for some ten thousand typical items. */
const MOST_CHARACTERS = 4 * 1_024 * 1_024;
/**
 * How long an item stays in the cache. The time is short, because an old cached item could be written to the index
 * after its deletion: the index remembers the versions of deleted documents for only an hour.
 */
const KEPT_MS = 30_000;
/**
 * Every fifth call of `take` returns nothing, so that items written by other processes are also read from the database.
 */
const READ_DATABASE_EVERY = 5;

/**
 * A cache of new items that this process has just written, so that they need not be read from the database before they
 * are written to the index. Correctness does not depend on the cache. The database also marks these items as open (not
 * yet projected), and a write for an item takes effect only if the item is still in the cached state.
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

/** Estimates the size of an item's texts, with an overhead for each text. */
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
