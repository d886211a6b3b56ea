import type { ItemContent } from "./item.ts";

/** An item whose newest state is not in the index yet, or whose memberships must be computed again. */
export interface OpenItem extends Omit<ItemContent, "attributes"> {
  readonly itemId: string;
  readonly rev: number;
  /**
   * A counter that is raised when a membership is added, and when the item is marked as open (not yet projected)
   * without a new revision.
   */
  readonly touch: number;
  /**
   * The UUID of the registration that owns the item, and the id of the registered connector. The id is null if the item
   * has no owner.
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
  /** True if tags or addresses may have changed since the item's memberships were last computed. */
  readonly selectionChanged: boolean;
  readonly addressesChanged: boolean;
}

/** A stored open item (see OpenItem) with the time since when it is open. */
export interface OpenedItem extends OpenItem {
  readonly openedAt: Date;
}

/** The state of an item as it was read. A write for this state has no effect once the item has changed. */
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
 * Access to the memberships of stored items, and to the marks of open items. The newest state of an open item is not
 * yet written to the index and to groups. Calls throw while the database is unavailable.
 */
export interface MembershipStore {
  /**
   * Returns open items that were opened (marked as not yet projected) up to `until`. If `from` is given, items that
   * were opened before that time are left out. The order is not guaranteed, but items that were opened earlier should
   * come first.
   */
  readOpen(limit: number, until: Date, from?: Date): Promise<readonly OpenedItem[]>;
  /** Marks items as projected if their current state is the given one, and stores their memberships. */
  settle(items: readonly SettledItem[]): Promise<void>;
  /**
   * Returns the time at which the oldest open item was opened. If `from` is given, only items opened since then count.
   */
  oldestOpening(from?: Date): Promise<Date | undefined>;
  /** Returns the number of items that the index rejects in their current state. */
  countUnsearchable(): Promise<number>;
  /** Returns the addresses of the items that have this membership, item by item. Removed items are left out. */
  readMemberAddresses(membership: string): AsyncIterable<readonly string[]>;
  /** Adds a membership to items. If the revision of an item has changed, marks the item as open again instead. */
  join(
    membership: string,
    items: readonly { readonly itemId: string; readonly rev: number }[],
    at: Date,
  ): Promise<void>;
  /**
   * For one group, removes the memberships that belong to filter revisions before `filterRevision`. A late call for an
   * older filter therefore removes nothing that belongs to a newer filter.
   */
  dropOlder(groupUuid: string, filterRevision: number): Promise<void>;
  /** Removes every membership of a deleted group. */
  dropAll(groupUuid: string): Promise<void>;
  /** Marks every item as open (not yet projected), for example after the loss of the index. */
  reopenAll(at: Date): Promise<void>;
}
