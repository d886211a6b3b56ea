import type { ItemStore } from "../item-store.ts";
import type { ItemState, MembershipStore } from "../membership-store.ts";
import { contentFields, type ItemDocument, itemOf, newDocument, openItemOf } from "./item-document.ts";

/** The record of items in memory, behind both of its ports. */
export function createInMemoryItems(): { readonly items: ItemStore; readonly memberships: MembershipStore } {
  const documents = new Map<string, ItemDocument>();
  const known = (ids: readonly string[]) => ids.flatMap((id) => documents.get(id) ?? []);
  const still = ({ itemId, rev, touch }: ItemState) => {
    const document = documents.get(itemId);
    return document?.rev === rev && document.touch === touch ? document : undefined;
  };
  const open = (until: Date) =>
    [...documents.values()].filter(({ openedAt }) => openedAt !== undefined && openedAt <= until).sort(byOpening);

  const items: ItemStore = {
    async readHeads(itemIds) {
      return new Map(known(itemIds).map((document) => [document._id, { ...document }]));
    },
    async insert(writes, stamp) {
      const there = new Set(writes.map((write) => write.itemId).filter((id) => documents.has(id)));
      for (const write of writes) if (!there.has(write.itemId)) documents.set(write.itemId, newDocument(write, stamp));
      return there;
    },
    async replace(writes, stamp) {
      const moved = new Set<string>();
      for (const write of writes) {
        const document = documents.get(write.itemId);
        if (document?.rev !== write.rev) moved.add(write.itemId);
        else documents.set(write.itemId, { ...document, ...contentFields(write, stamp), rev: write.rev + 1 });
      }
      return moved;
    },
    async markSeen(itemIds, { connectorUuid, runSequence, at }) {
      for (const document of known(itemIds)) {
        if (document.connectorUuid !== connectorUuid || document.runSequence > runSequence) continue;
        document.runSequence = runSequence;
        if (document.lastSeenAt < at) document.lastSeenAt = at;
      }
    },
    async read(itemIds) {
      return new Map(known(itemIds).map((document) => [document._id, itemOf(document)]));
    },
    async countByConnector() {
      const owners = Map.groupBy(documents.values(), (document) => document.connectorUuid);
      return new Map([...owners].map(([uuid, owned]) => [uuid, owned.length]));
    },
  };

  const memberships: MembershipStore = {
    readOpen: async (limit, until) => open(until).slice(0, limit).map(openItemOf),
    async assign(changes) {
      for (const change of changes) {
        const document = still(change);
        if (!document?.openedAt) continue;
        document.memberships = [...change.memberships];
        document.untold = [...change.untold];
      }
    },
    async settle(settled) {
      for (const document of settled.flatMap((state) => still(state) ?? [])) {
        document.indexedRev = document.rev;
        document.askedSelection = document.selectionHash;
        document.askedAddresses = document.addressesHash;
        delete document.openedAt;
        delete document.untold;
      }
    },
    async *readMemberAddresses(membership) {
      for (const { memberships, ips } of [...documents.values()]) if (memberships.includes(membership)) yield ips;
    },
    async join(membership, joining, at) {
      for (const { itemId, rev } of joining) {
        const document = documents.get(itemId);
        if (!document) continue;
        document.touch += 1;
        if (document.rev === rev) {
          document.memberships = [...new Set([...document.memberships, membership])];
        } else {
          document.askedSelection = null;
          document.openedAt = at;
        }
      }
    },
    async dropOthers(groupUuid, keep) {
      for (const document of documents.values())
        document.memberships = document.memberships.filter((one) => one === keep || !one.startsWith(`${groupUuid}/`));
    },
    async reopenAll(at) {
      for (const document of documents.values()) {
        document.touch += 1;
        document.indexedRev = 0;
        document.askedSelection = null;
        document.openedAt = at;
      }
    },
  };
  return { items, memberships };
}

function byOpening(a: ItemDocument, b: ItemDocument): number {
  return (a.openedAt?.getTime() ?? 0) - (b.openedAt?.getTime() ?? 0);
}
