import type { Connector } from "../../src/connectors/connector-store.ts";
import type { Scope } from "../../src/connectors/discovery-run.ts";
import type { FeedToken } from "../../src/feeds/feed-token-store.ts";
import type { Group, GroupMembers, HeldMembers } from "../../src/groups/group.ts";
import type { NewGroup } from "../../src/groups/group-store.ts";
import type { GroupFilter } from "../../src/items/group-filter.ts";
import { type Item, type ItemContent, itemIdOf } from "../../src/items/item.ts";
import { contentHashOf, selectionHashesOf } from "../../src/items/item-hashes.ts";
import type { ItemWrite, UploadStamp } from "../../src/items/item-store.ts";
import type { OpenItem } from "../../src/items/membership-store.ts";
import type { FoundItem } from "../../src/search/item-search.ts";

/**
 * The values that the files in documents/ and indexes/ contain, in the form that this service has in memory. Most
 * members that may be null have a value.
 */

export const times = {
  first: new Date("2026-11-21T05:00:00.000Z"),
  second: new Date("2026-11-21T06:00:00.000Z"),
  third: new Date("2026-11-21T07:00:00.000Z"),
  late: new Date("2027-01-01T00:00:00.000Z"),
};

export function contentOf(id: string): ItemContent {
  return {
    key: { accountId: "acc", region: "eu", type: "vm", id },
    cloudAccountId: "111122223333",
    name: "web-1",
    typeName: "Virtual machine",
    hostname: "web-1.example.com",
    vendor: "aws",
    macAddress: "00:00:5e:00:53:01",
    ips: ["10.0.0.5", "2001:db8::/64"],
    tags: [
      { key: "env", value: "prod" },
      { key: "web", value: "1" },
    ],
    attributes: '{"cores":4}',
  };
}

export function writeOf(id: string, more: Partial<ItemContent> = {}): ItemWrite {
  const content = { ...contentOf(id), ...more };
  return { itemId: itemIdOf(content.key), content, contentHash: contentHashOf(content), ...selectionHashesOf(content) };
}

export const stamp: UploadStamp = { connectorUuid: "c-uuid-1", connectorId: "cloud", runSequence: 1, at: times.first };

const { attributes, ...said } = contentOf("inserted");

/**
 * One inserted item in three forms: as a search returns it, as the database stores it, and as the projector receives
 * it.
 */
export const foundItem: FoundItem = {
  ...said,
  itemId: itemIdOf(said.key),
  connectorUuid: stamp.connectorUuid,
  connectorId: stamp.connectorId,
  firstSeenAt: times.first,
  lastSeenAt: times.first,
  lastChangedAt: times.first,
};
export const insertedItem: Item = { ...foundItem, attributes, rev: 1, memberships: [] };
export const openItem: OpenItem = {
  ...foundItem,
  rev: 1,
  memberships: [],
  touch: 0,
  removed: false,
  selectionChanged: true,
  addressesChanged: true,
};

export const filter: GroupFilter = {
  tags: [
    { key: "env", value: "prod" },
    { key: "web", value: null },
  ],
  types: ["vm"],
  accountIds: ["acc"],
  regions: ["eu"],
  cidrs: ["10.0.0.0/8"],
  clip: true,
};

export function newGroup(id: string): NewGroup {
  return {
    id,
    uuid: `uuid-of-${id}`,
    revision: 1,
    name: "Web",
    description: "What serves the web",
    filter,
    filterRevision: 1,
    createdAt: times.first,
    createdBy: "ada@example.com",
    updatedAt: times.first,
    updatedBy: "ada@example.com",
  };
}

export const members: GroupMembers = {
  hash: "a".repeat(64),
  addressCount: 2,
  memberCount: 3,
  filterRevision: 1,
  updatedAt: times.second,
};

export const held: HeldMembers = {
  hash: "b".repeat(64),
  addressCount: 20,
  memberCount: 30,
  filterRevision: 1,
  sequence: 1,
  added: 19,
  removed: 1,
  since: times.third,
};

/** A group with served members (`members`), and with other members that await approval (`held`). */
export const holdingGroup: Group = {
  ...newGroup("holding"),
  filledRevision: 1,
  membersRevision: 1,
  members,
  held,
  heldSequence: 1,
  wanted: 2,
  computed: 2,
  deletedAt: null,
};

export const editedGroup: NewGroup = {
  ...newGroup("edited"),
  revision: 2,
  name: "Web, again",
  description: null,
  filter: { ...filter, types: null },
  filterRevision: 2,
  updatedAt: times.second,
  updatedBy: "grace@example.com",
};

export const scope: Scope = { accountIds: ["acc"], regions: ["eu"], types: ["vm"] };

export const connector: Connector = {
  id: "cloud",
  uuid: stamp.connectorUuid,
  name: "Cloud",
  scope,
  registeredAt: times.first,
  registeredBy: "ada@example.com",
  lastUploadAt: times.second,
};

export const feedToken: FeedToken = {
  id: "token-1",
  groupId: "holding",
  groupUuid: "uuid-of-holding",
  consumer: "edge firewall",
  issuedAt: times.first,
  issuedBy: "ada@example.com",
  lastFetchedAt: times.second,
};

/** The secrets that a connector and a consumer send. */
export const secrets = { connector: "a connector's secret", consumer: "a consumer's secret" };
