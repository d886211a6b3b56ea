import type { Item, ItemContent, ItemOutline } from "./item.ts";
import type { ItemHashes } from "./item-hashes.ts";

/** What an upload has to know of an item that is there. */
export interface ItemHead {
  readonly rev: number;
  readonly contentHash: string;
  readonly connectorUuid: string;
  /** Null when it lost its owner. */
  readonly connectorId: string | null;
  readonly runSequence: number;
  readonly lastSeenAt: Date;
  /** It was removed and is only a tombstone; nobody owns it. */
  readonly removed: boolean;
}

/** One item to be written by one upload. */
export interface ItemWrite extends ItemHashes {
  readonly itemId: string;
  readonly content: ItemContent;
}

/** An item that was sent as it is. */
type SeenItem = Pick<ItemWrite, "itemId" | "contentHash">;

/** An item to be written over what is there. */
export interface ItemReplacement extends ItemWrite {
  /** The revision that was read. */
  readonly rev: number;
  /** The run that was read: that an item was seen again raises no revision. */
  readonly seenInRun: number;
  /** A tombstone was read. */
  readonly removed: boolean;
}

/** Who writes, in which run, when. */
export interface UploadStamp {
  readonly connectorUuid: string;
  readonly connectorId: string;
  readonly runSequence: number;
  readonly at: Date;
}

/**
 * Port: the record of items. Whatever is inserted or replaced is from the same write on marked as not projected yet.
 * Calls throw while the record engine is away.
 */
export interface ItemStore {
  /** By item id, tombstones too; what is not there is left out. At most 1,000. */
  readHeads(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemHead>>;
  /** Writes new items with revision 1; answers the ids that were there already and stay as they are. */
  insert(writes: readonly ItemWrite[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Replaces content and owner and raises the revision; a tombstone becomes an item that is seen for the first time.
   * Answers the ids that had another revision, or were seen by another run, than was read, and stay as they are.
   */
  replace(writes: readonly ItemReplacement[], stamp: UploadStamp): Promise<ReadonlySet<string>>;
  /**
   * Notes that items of this owner were seen as they are; changes nothing else, and nothing that a newer run has seen,
   * that was removed or that says something else by now. False when not all could be noted: somebody else was faster.
   */
  markSeen(seen: readonly SeenItem[], stamp: UploadStamp): Promise<boolean>;
  /** By item id; what is not there, or was removed, is left out. At most 1,000. */
  read(itemIds: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** The same without their raw attributes. */
  readOutlines(itemIds: readonly string[]): Promise<ReadonlyMap<string, ItemOutline>>;
  /**
   * Takes the owner from the items of a registration that is gone: raises their revision and marks them as not
   * projected yet; yields how many after each step.
   */
  disown(connectorUuid: string, at: Date): AsyncIterable<number>;
}
