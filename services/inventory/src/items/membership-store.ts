import type { ItemContent } from "./item.ts";

/** An item whose newest state is not in the index yet, or whose memberships must be computed again. */
export interface OpenItem extends Omit<ItemContent, "attributes"> {
  readonly itemId: string;
  readonly rev: number;
  /**
   * Counts changes that do not raise `rev`: `join` adds a membership, or the item is marked as open (not yet projected)
   * without a new revision.
   */
  readonly touch: number;
  /**
   * The UUID of the registration that owns the item, and the id of its connector. `connectorId` is null if this
   * registration is known to be removed.
   */
  readonly connectorUuid: string;
  readonly connectorId: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly lastChangedAt: Date;
  /** The groups that the item belongs to (membership.ts). */
  readonly memberships: readonly string[];
  /** True if the item was removed. Only its key is left, and it belongs to no group. */
  readonly removed: boolean;
  /**
   * True if the tags or the addresses may have changed since the item's memberships were last computed.
   * `addressesChanged` has the same meaning for the addresses alone.
   */
  readonly selectionChanged: boolean;
  readonly addressesChanged: boolean;
}

/** A stored open item (see OpenItem). `openedAt` is the time of the last change that opened the item. */
export interface OpenedItem extends OpenItem {
  readonly openedAt: Date;
}

/** The state of an item when it was read. A write that names this state has no effect if the item has changed since. */
export interface ItemState {
  readonly itemId: string;
  readonly rev: number;
  readonly touch: number;
}

/** The result of projecting an item. */
export interface SettledItem extends ItemState {
  /** Undefined if the memberships were not computed and therefore stay unchanged. */
  readonly memberships?: readonly string[] | undefined;
  /** The reason why the index rejects this state permanently, or undefined if the index accepted it. */
  readonly unsearchable?: string | undefined;
}

/**
 * Access to the memberships of stored items, and to open items. An item is open until its newest state is written to
 * the index and to its memberships. Calls throw while the database is unavailable.
 */
export interface MembershipStore {
  /**
   * Returns at most `limit` items that were opened (marked as not yet projected) at `until` or earlier. If `from` is
   * given, skips items that were opened before `from`. Implementations should return the items in the order of their
   * opening, but callers can't rely on it.
   */
  readOpen(limit: number, until: Date, from?: Date): Promise<readonly OpenedItem[]>;
  /** Marks items as projected and stores their memberships. Skips items that are no longer in the given state. */
  settle(items: readonly SettledItem[]): Promise<void>;
  /**
   * Returns the time at which the oldest open item was opened. If `from` is given, items that were opened before `from`
   * are left out.
   */
  oldestOpening(from?: Date): Promise<Date | undefined>;
  /** Returns the number of items that the index rejects in their current state. */
  countUnsearchable(): Promise<number>;
  /** Yields the addresses of each item that has this membership. Removed items are left out. */
  readMemberAddresses(membership: string): AsyncIterable<readonly string[]>;
  /** Adds a membership to each item that still has the revision `rev`. Marks the other items as open instead. */
  join(
    membership: string,
    items: readonly { readonly itemId: string; readonly rev: number }[],
    at: Date,
  ): Promise<void>;
  /**
   * Removes the memberships of one group for filter revisions before `filterRevision`. A late call never removes
   * memberships for a newer filter.
   */
  dropOlder(groupUuid: string, filterRevision: number): Promise<void>;
  /** Removes every membership of a deleted group. */
  dropAll(groupUuid: string): Promise<void>;
  /** Marks every item as open (not yet projected), for example after the loss of the index. */
  reopenAll(at: Date): Promise<void>;
}
