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
  /** UUIDs of groups that an unfinished projection had still to tell. */
  readonly untold: readonly string[];
  /** It was removed: only its key is left, and no group holds it. */
  readonly removed: boolean;
  /** Whether tags or addresses may be others than when its groups were last asked. */
  readonly selectionChanged: boolean;
  readonly addressesChanged: boolean;
}

/** The state of an item somebody looked at; what is written under it is left out when the item has moved on. */
export interface ItemState {
  readonly itemId: string;
  readonly rev: number;
  readonly touch: number;
}

/** Port: the part of the item record that says what is projected and who belongs where. Calls throw while the record engine is away. */
export interface MembershipStore {
  /** Open items that were opened up to `until`, in any order. */
  readOpen(limit: number, until: Date): Promise<readonly OpenItem[]>;
  /** Writes the memberships of open items, and which groups have to be told about it. */
  assign(
    changes: readonly (ItemState & { readonly memberships: readonly string[]; readonly untold: readonly string[] })[],
  ): Promise<void>;
  /** The items are in the index and their groups are told; with a reason, the index can never take this state of it. */
  settle(items: readonly (ItemState & { readonly unsearchable?: string | undefined })[]): Promise<void>;
  /** Since when the item waits that waits the longest. */
  oldestOpening(): Promise<Date | undefined>;
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
  /** Takes away every membership of a group but this one. */
  dropOthers(groupUuid: string, keep: string | undefined): Promise<void>;
  /** Opens every item, as when the index was lost. */
  reopenAll(at: Date): Promise<void>;
}
