import type { ItemContent } from "./item.ts";
import type { ItemWrite, UploadStamp } from "./item-store.ts";
import type { OpenedItem } from "./membership-store.ts";

/** Texts of all that wait together, in characters: some ten thousand usual items. */
const MOST_CHARACTERS = 4 * 1_024 * 1_024;
/** What waited longer is read from the record: the index remembers what was taken out of it for an hour only. */
const KEPT_MS = 30_000;
/** Every so many looks the record is asked although something waits here: others write there, too. */
const LOOKS = 5;

/**
 * New items that this process has just written, so that it need not read them from the record to project them. Nothing
 * depends on it: they are open in the record, and whatever is done with them holds only for the state they were written in.
 */
export interface RecentlyWrittenItems {
  /** Keeps them as far as there is room. */
  give(items: readonly OpenedItem[]): void;
  /** Takes out items that were written up to `until`; now and then none, so that the record is asked. */
  take(most: number, until: Date): readonly OpenedItem[];
  /** Forgets items that were read from the record. */
  drop(items: readonly OpenedItem[]): void;
  clear(): void;
}

export function createRecentlyWrittenItems(now: () => Date): RecentlyWrittenItems {
  const waiting = new Map<string, OpenedItem>();
  let characters = 0;
  let looks = 0;

  function remove(item: OpenedItem): void {
    if (waiting.delete(item.itemId)) characters -= charactersOf(item);
  }

  return {
    give(items) {
      for (const item of items) {
        const own = charactersOf(item);
        if (waiting.has(item.itemId) || characters + own > MOST_CHARACTERS) continue;
        waiting.set(item.itemId, item);
        characters += own;
      }
    },
    take(most, until) {
      looks += 1;
      if (looks % LOOKS === 0) return [];
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

/** A new item as it stands in the record right after it was inserted. */
export function insertedItem({ itemId, content }: ItemWrite, stamp: UploadStamp): OpenedItem {
  const { attributes: _, ...said } = content;
  const { connectorUuid, connectorId, at } = stamp;
  return {
    ...said,
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

/** About what its texts take, each with some characters for the value that holds it. */
function charactersOf({ key, ips, tags, ...said }: Omit<ItemContent, "attributes">): number {
  const { cloudAccountId, typeName, name, hostname, vendor, macAddress } = said;
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
