import type { ItemContent } from "./item.ts";

/** An item whose newest state is not in the index yet, or whose groups have to be asked again. */
export interface OpenItem extends Omit<ItemContent, "attributes"> {
  readonly itemId: string;
  readonly rev: number;
  /** Changes whenever something other than an upload reopens the item. */
  readonly touch: number;
  /** The registration that owns it and its id; the id is null when nobody does. */
  readonly connectorUuid: string;
  readonly connectorId: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly lastChangedAt: Date;
  /** See membership.ts. */
  readonly memberships: readonly string[];
  /** It was removed: only its key is left, and no group holds it. */
  readonly removed: boolean;
  /** Whether tags or addresses may be others than when its groups were last asked. */
  readonly selectionChanged: boolean;
  readonly addressesChanged: boolean;
}

/** An open item of the record, and since when it is. */
export interface OpenedItem extends OpenItem {
  readonly openedAt: Date;
}

/** The state of an item somebody looked at; what is written under it is left out when the item has moved on. */
export interface ItemState {
  readonly itemId: string;
  readonly rev: number;
  readonly touch: number;
}

/** What a projection found out about an item. */
export interface SettledItem extends ItemState {
  /** Undefined when its groups were not asked: it stays where it is. */
  readonly memberships?: readonly string[] | undefined;
  /** Why the index can never take this state of it; undefined when it took it. */
  readonly unsearchable?: string | undefined;
}

/** Port: the part of the item record that says what is projected and who belongs where. Calls throw while the record engine is away. */
export interface MembershipStore {
  /** Open items that were opened from `from`, where it is given, up to `until`; in any order, best the oldest first. */
  readOpen(limit: number, until: Date, from?: Date): Promise<readonly OpenedItem[]>;
  /** Closes open items: the index has this state of each, and it belongs where it says. */
  settle(items: readonly SettledItem[]): Promise<void>;
  /** Since when the item waits that waits the longest, of those that wait since `from`, where it is given. */
  oldestOpening(from?: Date): Promise<Date | undefined>;
  /** How many items the index can't take in the state they are in. */
  countUnsearchable(): Promise<number>;
  /** Addresses of the items that have a membership, item by item; removed ones are left out. */
  readMemberAddresses(membership: string): AsyncIterable<readonly string[]>;
  /** Gives items a membership. An item that has another revision by now is reopened instead. */
  join(
    membership: string,
    items: readonly { readonly itemId: string; readonly rev: number }[],
    at: Date,
  ): Promise<void>;
  /**
   * Takes away every membership of a group by a filter older than the one of this revision. Whoever is late with an older
   * filter takes nothing from a newer one.
   */
  dropOlder(groupUuid: string, filterRevision: number): Promise<void>;
  /** Takes away every membership of a group that is no more. */
  dropAll(groupUuid: string): Promise<void>;
  /** Opens every item, as when the index was lost. */
  reopenAll(at: Date): Promise<void>;
}
