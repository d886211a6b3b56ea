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
  /** The time since when this document is a tombstone. A tombstone has the key and the revision, but no content. */
  deletedAt?: Date;
  /** The revision that was last projected, even if the index rejected it. */
  indexedRev: number;
  /** The reason why the index rejected the last projected revision. Absent if the index accepted it. */
  unsearchableReason?: string;
  /** The time since when the index or the groups lack the newest state. Absent if index and groups are up to date. */
  openedAt?: Date;
  /**
   * A counter that is raised when a membership is added, and when the item is marked as open (not yet projected)
   * without a new revision.
   */
  touch: number;
  memberships: string[];
  /**
   * The value of `selectionHash` for which the memberships were last computed. `askedAddresses` is the same for
   * `addressesHash`.
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

/** The update that an upload applies to an existing document. */
export function replacement(write: ItemReplacement, stamp: UploadStamp) {
  const $set = { ...contentFields(write, stamp), rev: write.rev + 1 };
  return write.removed ? { $set: { ...$set, firstSeenAt: stamp.at }, $unset: { deletedAt: true as const } } : { $set };
}

/**
 * Returns the fields that a clean-up writes together with the next revision. The hashes in these fields match no item.
 * An upload that restores the item therefore counts as a change of everything in the item.
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

/** Returns the item that a projection reads from a document. The item has no attributes. */
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
  // If several revisions were written since the last projected one, the stored memberships and the members of the
  // groups may have been computed for a revision in between. They may then be wrong even if the hashes below are equal.
  // So everything counts as changed.
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

/** Returns the open item that a projection reads from a document. The item has no attributes. */
export function openedItemOf(document: Omit<ItemDocument, "attributes">): OpenedItem {
  const { _id, openedAt } = document;
  if (!openedAt) throw new TypeError(`the item ${_id} is not open`);
  return { ...openItemOf(document), openedAt };
}
