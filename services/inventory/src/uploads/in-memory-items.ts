import { outsideOf } from "../connectors/discovery-run.ts";
import {
  type ItemDocument,
  itemOf,
  newDocument,
  openedItemOf,
  openItemOf,
  outlineOf,
  replacement,
  tombstoneFields,
} from "../items/item-document.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { ItemWalk } from "../items/item-walk.ts";
import { readMembership } from "../items/membership.ts";
import type { ItemState, MembershipStore } from "../items/membership-store.ts";
import type { ItemRemovalStore, RunCoverage } from "./item-removal-store.ts";

/** In-memory items that implement all ports of items. */
export function createInMemoryItems(): {
  readonly items: ItemStore;
  readonly memberships: MembershipStore;
  readonly removals: ItemRemovalStore;
  readonly walk: ItemWalk;
} {
  const documents = new Map<string, ItemDocument>();
  const known = (ids: readonly string[]) => ids.flatMap((id) => documents.get(id) ?? []);
  const still = ({ itemId, rev, touch }: ItemState) => {
    const document = documents.get(itemId);
    return document?.rev === rev && document.touch === touch ? document : undefined;
  };
  const alive = () => [...documents.values()].filter((document) => !document.deletedAt);
  const open = (until: Date, from = new Date(0)) =>
    [...documents.values()]
      .filter(({ openedAt }) => openedAt !== undefined && openedAt >= from && openedAt <= until)
      .sort(byOpening);

  const items: ItemStore = {
    async readHeads(itemIds) {
      return new Map(
        known(itemIds).map((document) => [document._id, { ...document, removed: document.deletedAt !== undefined }]),
      );
    },
    async insert(writes, stamp) {
      const existing = new Set(writes.map((write) => write.itemId).filter((id) => documents.has(id)));
      for (const write of writes)
        if (!existing.has(write.itemId)) documents.set(write.itemId, newDocument(write, stamp));
      return existing;
    },
    async replace(writes, stamp) {
      const moved = new Set<string>();
      for (const write of writes) {
        const document = documents.get(write.itemId);
        if (document?.rev !== write.rev || document.runSequence !== write.seenInRun) moved.add(write.itemId);
        else {
          const { $set, $unset } = replacement(write, stamp);
          const changed = { ...document, ...$set };
          if ($unset) delete changed.deletedAt;
          documents.set(write.itemId, changed);
        }
      }
      return moved;
    },
    async markSeen(seen, { connectorUuid, runSequence, at }) {
      const owned = seen.flatMap(({ itemId, contentHash }) =>
        known([itemId]).filter((one) => one.contentHash === contentHash && one.connectorUuid === connectorUuid),
      );
      const markable = owned.filter((one) => one.runSequence <= runSequence && !one.deletedAt);
      for (const document of markable) {
        document.runSequence = runSequence;
        if (document.lastSeenAt < at) document.lastSeenAt = at;
      }
      return markable.length === seen.length;
    },
    async read(itemIds) {
      return new Map(known(itemIds).flatMap((one) => (one.deletedAt ? [] : [[one._id, itemOf(one)]])));
    },
    async readOutlines(itemIds) {
      return new Map(known(itemIds).flatMap((one) => (one.deletedAt ? [] : [[one._id, outlineOf(one)]])));
    },
    async *disown(connectorUuid, at) {
      for (const document of alive()) {
        if (document.connectorUuid !== connectorUuid || document.connectorId === null) continue;
        Object.assign(document, { connectorId: null, openedAt: at, rev: document.rev + 1 });
        yield 1;
      }
    },
  };

  const memberships: MembershipStore = {
    readOpen: async (limit, until, from) => open(until, from).slice(0, limit).map(openedItemOf),
    async settle(settled) {
      for (const state of settled) {
        const document = still(state);
        if (!document?.openedAt) continue;
        if (state.memberships) document.memberships = [...state.memberships];
        delete document.unsearchableReason;
        if (state.unsearchable !== undefined) document.unsearchableReason = state.unsearchable;
        document.indexedRev = document.rev;
        document.askedSelection = document.selectionHash;
        document.askedAddresses = document.addressesHash;
        delete document.openedAt;
      }
    },
    oldestOpening: async (from) => open(new Date(8.64e15), from)[0]?.openedAt,
    countUnsearchable: async () => [...documents.values()].filter((one) => one.unsearchableReason !== undefined).length,
    async *readMemberAddresses(membership) {
      for (const { memberships, ips } of alive()) if (memberships.includes(membership)) yield ips;
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
    async dropOlder(groupUuid, filterRevision) {
      const stays = (membership: string) => {
        const read = readMembership(membership);
        return read.groupUuid !== groupUuid || read.filterRevision >= filterRevision;
      };
      for (const document of documents.values()) document.memberships = document.memberships.filter(stays);
    },
    async dropAll(groupUuid) {
      for (const document of documents.values())
        document.memberships = document.memberships.filter((one) => readMembership(one).groupUuid !== groupUuid);
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
  const part = (coverage: RunCoverage) =>
    [...documents.values()].filter(
      (one) => one.connectorUuid === coverage.connectorUuid && !outsideOf(coverage.scope, one),
    );
  const unseen = (coverage: RunCoverage) =>
    part(coverage).filter((one) => !one.deletedAt && one.runSequence < coverage.sequence);
  const removals: ItemRemovalStore = {
    async count(coverage) {
      const living = part(coverage).filter((one) => !one.deletedAt);
      const left = unseen(coverage).length;
      return { unseen: left, seen: living.length - left };
    },
    async *removeUnseen(coverage, at) {
      for (let [document] = unseen(coverage); document; [document] = unseen(coverage)) {
        Object.assign(document, tombstoneFields(coverage.sequence, at), { rev: document.rev + 1 });
        yield 1;
      }
    },
    async countRemoved(coverage) {
      return part(coverage).filter((one) => one.deletedAt && one.runSequence === coverage.sequence).length;
    },
    async purge(before, limit) {
      const done = [...documents.values()].filter((one) => one.deletedAt && one.deletedAt < before && !one.openedAt);
      for (const { _id } of done.slice(0, limit)) documents.delete(_id);
      return Math.min(done.length, limit);
    },
  };
  const walk: ItemWalk = {
    async read(after, limit, seenSince) {
      const rest = [...documents.values()].filter((one) => one._id > after).sort((a, b) => (a._id < b._id ? -1 : 1));
      const page = rest.slice(0, limit);
      const found = page.filter(
        (one) => !seenSince || (!one.deletedAt && one.lastSeenAt >= seenSince && !one.unsearchableReason),
      );
      return { items: found.map(openItemOf), next: page.length < limit ? undefined : page.at(-1)?._id };
    },
  };
  return { items, memberships, removals, walk };
}

function byOpening(a: ItemDocument, b: ItemDocument): number {
  return (a.openedAt?.getTime() ?? 0) - (b.openedAt?.getTime() ?? 0);
}
