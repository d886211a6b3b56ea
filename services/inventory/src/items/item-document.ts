import type { Item, ItemContent, ItemOutline, ItemTag } from "./item.ts";
import type { ItemReplacement, ItemWrite, UploadStamp } from "./item-store.ts";
import type { OpenedItem, OpenItem } from "./membership-store.ts";

/**
 * One item in the collection `items`. Attributes are stored as JSON text, because their names may contain characters
 * that are not allowed in field names.
 */
export interface ItemDocument {
  _id: string;
  accountId: string;
  region: string;
  type: string;
  id: string;
  cloudAccountId: string | null;
  name: string | null;
  typeName: string | null;
  hostname: string | null;
  vendor: string | null;
  macAddress: string | null;
  ips: string[];
  tags: ItemTag[];
  attributes: string | null;
  rev: number;
  contentHash: string;
  selectionHash: string;
  addressesHash: string;
  connectorUuid: string;
  /** Null when its connector was removed. */
  connectorId: string | null;
  runSequence: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  lastChangedAt: Date;
  /**
   * The time at which the item was removed. Only tombstones have this field. They keep the key and the revision, but no
   * content.
   */
  deletedAt?: Date;
  /** The revision that was last projected, even if the index rejected it. */
  indexedRev: number;
  /** The reason why the index rejected the last projected revision. Absent if the index accepted it. */
  unsearchableReason?: string;
  /** The time since which the index or the groups lack the newest state of the item. Absent if both have it. */
  openedAt?: Date;
  /**
   * Counts changes that do not raise the revision. `touch` is raised when `join` adds a membership, and when the item
   * is marked as open (not yet projected) without a new revision.
   */
  touch: number;
  memberships: string[];
  /**
   * The `selectionHash` and the `addressesHash` for which the item was last projected. `askedSelection` is null if the
   * memberships must be computed again.
   */
  askedSelection: string | null;
  askedAddresses: string | null;
}

/** The fields that an upload writes. */
function contentFields({ content, contentHash, selectionHash, addressesHash }: ItemWrite, stamp: UploadStamp) {
  const { key, ips, tags, ...texts } = content;
  return {
    ...key,
    ...texts,
    ips: [...ips],
    tags: tags.map(({ key: name, value }) => ({ key: name, value })),
    contentHash,
    selectionHash,
    addressesHash,
    connectorUuid: stamp.connectorUuid,
    connectorId: stamp.connectorId,
    runSequence: stamp.runSequence,
    lastSeenAt: stamp.at,
    lastChangedAt: stamp.at,
    openedAt: stamp.at,
  };
}

/** The document of a new item. */
export function newDocument(write: ItemWrite, stamp: UploadStamp): ItemDocument {
  return {
    _id: write.itemId,
    ...contentFields(write, stamp),
    rev: 1,
    firstSeenAt: stamp.at,
    indexedRev: 0,
    touch: 0,
    memberships: [],
    askedSelection: null,
    askedAddresses: null,
  };
}

/** Returns the update with which an upload replaces or restores a stored item. */
export function replacement(write: ItemReplacement, stamp: UploadStamp) {
  const $set = { ...contentFields(write, stamp), rev: write.rev + 1 };
  return write.removed ? { $set: { ...$set, firstSeenAt: stamp.at }, $unset: { deletedAt: true as const } } : { $set };
}

/**
 * Returns the fields that a clean-up writes to an item to turn it into a tombstone. The caller raises the revision. The
 * hashes are empty, which differs from the hashes of every item. If an upload restores the item, all properties of the
 * item therefore count as changed.
 */
export function tombstoneFields(runSequence: number, at: Date) {
  return {
    runSequence,
    deletedAt: at,
    openedAt: at,
    cloudAccountId: null,
    name: null,
    typeName: null,
    hostname: null,
    vendor: null,
    macAddress: null,
    ips: [],
    tags: [],
    attributes: null,
    contentHash: "",
    selectionHash: "",
    addressesHash: "",
  };
}

/** Returns the content of a document, without attributes. */
function contentOf(document: Omit<ItemDocument, "attributes">): Omit<ItemContent, "attributes"> {
  const { accountId, region, type, id, cloudAccountId, name, typeName, hostname, vendor, macAddress, ips, tags } =
    document;
  return {
    key: { accountId, region, type, id },
    cloudAccountId,
    name,
    typeName,
    hostname,
    vendor,
    macAddress,
    ips,
    tags,
  };
}

export function itemOf(document: ItemDocument): Item {
  return { ...outlineOf(document), attributes: document.attributes };
}

export function outlineOf(document: Omit<ItemDocument, "attributes">): ItemOutline {
  const {
    _id: itemId,
    rev,
    connectorUuid,
    connectorId,
    memberships,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
  } = document;
  const stamps = { connectorUuid, connectorId, memberships, firstSeenAt, lastSeenAt, lastChangedAt };
  return { itemId, rev, ...contentOf(document), ...stamps };
}

/**
 * Converts a document to an `OpenItem`, the form of an item that is written to the search index. The item has no
 * attributes.
 */
export function openItemOf(document: Omit<ItemDocument, "attributes">): OpenItem {
  const {
    _id: itemId,
    rev,
    touch,
    connectorUuid,
    connectorId,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
    memberships,
  } = document;
  // If the item was written more than once since its last projected revision, its stored memberships and the members of
  // its groups may be those of a revision in between. The hashes below can't show whether this is the case, so
  // `selectionChanged` and `addressesChanged` are both true.
  const severalChanges = rev > document.indexedRev + 1;
  return {
    ...contentOf(document),
    itemId,
    rev,
    touch,
    connectorUuid,
    connectorId,
    firstSeenAt,
    lastSeenAt,
    lastChangedAt,
    memberships,
    removed: document.deletedAt !== undefined,
    selectionChanged: severalChanges || document.askedSelection !== document.selectionHash,
    addressesChanged: severalChanges || document.askedAddresses !== document.addressesHash,
  };
}

/**
 * Converts the document of an open item (not yet projected) to an item for a projection. The result has no attributes.
 * Throws TypeError if the item is not open.
 */
export function openedItemOf(document: Omit<ItemDocument, "attributes">): OpenedItem {
  const { _id, openedAt } = document;
  if (!openedAt) throw new TypeError(`the item ${_id} is not open`);
  return { ...openItemOf(document), openedAt };
}
