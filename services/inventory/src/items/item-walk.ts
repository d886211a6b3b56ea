import type { OpenItem } from "./membership-store.ts";

/** A piece of a walk over every item. */
interface WalkedItems {
  readonly items: readonly OpenItem[];
  /** Where to go on; undefined at the end. */
  readonly next: string | undefined;
}

/** Port: the record of items from one end to the other. Calls throw while the record engine is away. */
export interface ItemWalk {
  /**
   * The items after this one in the order of their ids, as they are now, tombstones among them; only living ones that were
   * seen since a time, and that the index can take, where one is given.
   */
  read(after: string, limit: number, seenSince?: Date): Promise<WalkedItems>;
}
