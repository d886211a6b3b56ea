import type { Item, ItemContent, ItemOutline } from "./item.ts";
import type { ItemHashes } from "./item-hashes.ts";

/** The part of an existing item that an upload reads. */
export interface ItemHead {
  readonly rev: number;
  readonly contentHash: string;
  readonly connectorUuid: string;
  /** Null when its connector was removed. */
  readonly connectorId: string | null;
  readonly runSequence: number;
  readonly lastSeenAt: Date;
  /** True if the item is a tombstone, which has no owner. */
  readonly removed: boolean;
}

/** One item to write. */
export interface ItemWrite extends ItemHashes {
  readonly itemId: string;
  readonly content: ItemContent;
}

/** An item that an upload sent unchanged. */
type SeenItem = Pick<ItemWrite, "itemId" | "contentHash">;

/** A replacement of an existing item. */
export interface ItemReplacement extends ItemWrite {
  /** The revision that was read. */
  readonly rev: number;
  /**
   * The number of the newest run that had seen the item when the item was read. A write checks both this number and the
   * revision, because marking an item as seen does not raise the revision.
   */
  readonly seenInRun: number;
  /** True if a tombstone was read. */
  readonly removed: boolean;
}

/** The connector, run and time of an upload. */
export interface UploadStamp {
  readonly connectorUuid: string;
  readonly connectorId: string;
  readonly runSequence: number;
  readonly at: Date;
}

/**
 * Access to the stored items. Each insert or replacement also marks the item as open, in the same write. An item is
 * open until its newest state is projected: written to the index, and to the memberships in groups. Calls throw while
 * the database is unavailable.
 */
export interface ItemStore {
  /**
   * Returns the heads of items and of tombstones (see ItemHead) by item id. Missing items have no entry. At most 1,000
   * ids may be given.
   */
  readHeads(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemHead>>;
  /**
   * Writes new items with revision 1. Returns the ids of items that it did not write, because they existed already or
   * because of a concurrent write.
   */
  insert(writes: readonly ItemWrite[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Replaces the content and the owner of items, and raises their revisions. A tombstone becomes an item that is seen
   * for the first time. Returns the ids of items whose revision or run has changed since they were read. The call does
   * not change these items.
   */
  replace(writes: readonly ItemReplacement[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Marks items as seen. Skips items of other connectors than the one in `stamp`, items that a newer run has seen,
   * removed items, and items whose content has changed. Returns false if an item was not marked, because it was skipped
   * or because of a concurrent write.
   */
  markSeen(seen: readonly SeenItem[], stamp: UploadStamp): Promise<boolean>;
  /** Returns items by item id. Missing and removed items have no entry. At most 1,000 ids may be given. */
  read(itemIds: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** Returns items as `read` does, but without raw attributes. */
  readOutlines(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemOutline>>;
  /**
   * Clears the owner of the items of a removed registration, raises the revisions of these items and marks the items as
   * open. Works in steps and yields the number of items in each step.
   */
  disown(connectorUuid: string, at: Date): AsyncIterable<number>;
}
