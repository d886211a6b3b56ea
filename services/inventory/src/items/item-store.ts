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
   * The number of the newest run that has seen the item. `replace` skips the item if the stored number or the stored
   * revision has changed since the item was read. Marking an item as seen changes the stored number, but not the
   * revision.
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
 * Access to the stored items. Inserting or replacing an item also marks the item as open. It stays open until its
 * newest state is projected, which means written to the index and to the memberships in groups. Calls throw while the
 * database is unavailable.
 */
export interface ItemStore {
  /**
   * Returns the heads of items, by item id. At most 1,000 ids may be given. Tombstones have heads too (see ItemHead).
   * Unknown ids have no entry.
   */
  readHeads(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemHead>>;
  /**
   * Writes new items with revision 1. Returns the ids of items that it did not write, because they existed already or
   * because of a concurrent write.
   */
  insert(writes: readonly ItemWrite[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Replaces the content and the owner of items, and raises their revisions. A tombstone becomes an item that is seen
   * for the first time. An item is skipped if its revision, or the newest run that has seen it, changed after the item
   * was read. Returns the ids of the skipped items.
   */
  replace(writes: readonly ItemReplacement[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Marks items as seen by the run in `stamp`. An item is skipped if it was removed, if its owner is not the connector
   * in `stamp`, if its content hash differs from the hash in `seen`, or if a newer run has seen it. Returns false if an
   * item was skipped or was not marked because of a concurrent write.
   */
  markSeen(seen: readonly SeenItem[], stamp: UploadStamp): Promise<boolean>;
  /** Returns items by item id. Missing and removed items have no entry. At most 1,000 ids may be given. */
  read(itemIds: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** Returns items as `read` does, but without raw attributes. */
  readOutlines(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemOutline>>;
  /**
   * Clears the owner of all items of a removed connector registration, raises their revisions and marks them as open
   * (not yet projected). Works in steps and yields the number of items changed in each step.
   */
  disown(connectorUuid: string, at: Date): AsyncIterable<number>;
}
