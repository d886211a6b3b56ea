import { hashSecret } from "@network-access/access/basic-credentials";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import type { Db } from "mongodb";
import { heldListsOf } from "../../src/addresses/address-list-store.ts";
import { createMongoAddressListStore } from "../../src/addresses/mongo-address-list-store.ts";
import { unlimitedScope } from "../../src/connectors/discovery-run.ts";
import { createMongoConnectorStore } from "../../src/connectors/mongo-connector-store.ts";
import { createMongoDiscoveryRunStore } from "../../src/connectors/mongo-discovery-run-store.ts";
import { createMongoFeedTokenStore } from "../../src/feeds/mongo-feed-token-store.ts";
import { createMongoGroupStore } from "../../src/groups/mongo-group-store.ts";
import type { UploadStamp } from "../../src/items/item-store.ts";
import { membershipOf } from "../../src/items/membership.ts";
import { createMongoItemStore } from "../../src/items/mongo-item-store.ts";
import { createMongoItemWalk } from "../../src/items/mongo-item-walk.ts";
import { createMongoMembershipStore } from "../../src/items/mongo-membership-store.ts";
import { DATABASE_INDEXES } from "../../src/mongo-indexes.ts";
import { indexSeen } from "../../src/projection/index-seen.ts";
import { rebuildIndex } from "../../src/projection/rebuild-index.ts";
import { createMongoItemRemovalStore } from "../../src/uploads/mongo-item-removal-store.ts";
import { collect } from "../inventory-builders.ts";
import {
  connector,
  editedGroup,
  feedToken,
  held,
  members,
  newGroup,
  scope,
  secrets,
  stamp,
  times,
  writeOf,
} from "./values.ts";

/** Every store of this service in one database. */
export function storesOf(database: Db) {
  return {
    items: createMongoItemStore(database),
    walk: createMongoItemWalk(database),
    removals: createMongoItemRemovalStore(database),
    memberships: createMongoMembershipStore(database),
    groups: createMongoGroupStore(database),
    addressLists: createMongoAddressListStore(database),
    feedTokens: createMongoFeedTokenStore(database),
    connectors: createMongoConnectorStore(database),
    runs: createMongoDiscoveryRunStore(database),
    leases: createMongoLeaseStore(database),
  };
}
type Stores = ReturnType<typeof storesOf>;

/** Writes all documents with the calls that the service makes, including calls that add members to a document later. */
export async function writeDocuments(database: Db): Promise<void> {
  const stores = storesOf(database);
  await createIndexes(database, ...DATABASE_INDEXES);
  await writeItems(stores);
  await writeGroups(stores);
  await writeConnectors(stores);
  await writeFeeds(stores);
  await indexSeen(
    { ...stores, itemIndex: { rewrite: async () => undefined }, newHolder: () => "holder-1", now: () => times.third },
    new AbortController().signal,
  );
  const away = () => Promise.reject(new IndexAway("there is no index"));
  const rebuild = { begin: away, write: away, missing: away, count: away, swap: away, renewFilters: away };
  const rebuilding = { ...stores, rebuild, holder: "holder-2", now: () => times.third, progress: () => undefined };
  await rebuildIndex(rebuilding, new AbortController().signal).catch(() => undefined);
}

async function writeItems({ items, memberships, removals }: Stores): Promise<void> {
  const idOf = (id: string) => writeOf(id).itemId;
  const inserted = ["inserted", "settled", "refused", "replaced", "joined", "reopened"];
  await items.insert(
    inserted.map((id) => writeOf(id)),
    stamp,
  );
  const membership = membershipOf("uuid-of-holding", 1);
  const state = { rev: 1, touch: 0 };
  await memberships.settle([{ ...state, itemId: idOf("settled"), memberships: [membership] }]);
  await memberships.settle([{ ...state, itemId: idOf("refused"), unsearchable: "a text is too long" }]);
  const again: UploadStamp = { ...stamp, runSequence: 2, at: times.second };
  await items.replace([{ ...writeOf("replaced", { tags: [] }), rev: 1, seenInRun: 1, removed: false }], again);
  await items.markSeen([writeOf("settled")], again);
  await memberships.join(membership, [{ itemId: idOf("joined"), rev: 1 }], times.second);
  await memberships.join(membership, [{ itemId: idOf("reopened"), rev: 2 }], times.second);

  await items.insert([writeOf("disowned")], { ...stamp, connectorUuid: "c-uuid-2" });
  await collect(items.disown("c-uuid-2", times.second));
  const connectorUuid = "c-uuid-3";
  await items.insert([writeOf("removed"), writeOf("brought back")], { ...stamp, connectorUuid });
  await collect(removals.removeUnseen({ connectorUuid, scope: unlimitedScope, sequence: 2 }, times.second));
  const back: UploadStamp = { ...stamp, runSequence: 3, at: times.third };
  await items.replace([{ ...writeOf("brought back"), rev: 2, seenInRun: 2, removed: true }], back);
}

async function writeGroups({ groups }: Stores): Promise<void> {
  const served = { filterRevision: 1, computed: 1 };
  const create = async (id: string) => {
    const group = newGroup(id);
    await groups.create(group, undefined);
    return group;
  };
  const announced = await create("announced");
  await groups.announceChange([announced.uuid], "mark-1", times.first);
  await groups.wantAnnounced(times.first, times.second, times.third);
  await groups.announceChange([announced.uuid], "mark-2", times.second);

  for (const id of ["served", "holding", "released"]) {
    const { uuid } = await create(id);
    await groups.noteFilled(uuid, 1);
    await groups.publishMembers(uuid, members, { ...served, before: 0, after: 1 });
    if (id === "served") continue;
    await groups.wantMembers([uuid], times.second);
    await groups.holdMembers(uuid, held, { ...served, before: 1, computed: 2 });
    if (id === "released") await groups.releaseMembers(uuid, held, { before: 1, after: 2, at: times.third });
  }

  const { id, uuid, createdAt, createdBy } = await create("edited");
  const state = { filledRevision: 0, membersRevision: 0, members: null, held: null, heldSequence: 0, wanted: 1 };
  const more = { ...state, computed: 0, deletedAt: null };
  await groups.edit({ ...editedGroup, ...more, id, uuid, createdAt, createdBy }, 1);
  const deleted = await create("deleted");
  await groups.markDeleted({ ...deleted, ...more, revision: 2, updatedAt: times.second, deletedAt: times.second }, 1);
  const again = await create("created again");
  await groups.markDeleted({ ...again, ...more, revision: 2, deletedAt: times.second }, 1);
  await groups.create({ ...again, uuid: "uuid-of-another", revision: 3, filterRevision: 3 }, 2);
}

async function writeConnectors({ connectors, runs }: Stores): Promise<void> {
  await connectors.insert({ ...connector, lastUploadAt: null }, hashSecret(secrets.connector));
  await connectors.noteUpload(connector.uuid, times.second);
  await connectors.insert({ ...connector, id: "removed", uuid: "c-uuid-3" }, "");
  await connectors.remove("removed", times.third);
  const first = await runs.findOrOpen(connector.uuid, "run-1", { scope, openedAt: times.first });
  await runs.close(first, times.second);
  await runs.noteCleanUp(first, { removed: 2, kept: 7 });
  await runs.findOrOpen(connector.uuid, "run-2", { scope: unlimitedScope, openedAt: times.second });
}

async function writeFeeds({ feedTokens, addressLists }: Stores): Promise<void> {
  await feedTokens.insert({ ...feedToken, lastFetchedAt: null }, hashSecret(secrets.consumer));
  await feedTokens.noteFetch(feedToken.id, times.second);
  const pages = [["10.0.0.0/24"], ["10.1.0.5/32"]];
  await addressLists.write(heldListsOf(feedToken.groupUuid), 1, members.hash, pages);
  await addressLists.copy(members.hash, feedToken.groupUuid, 1);
}
