import type { Group } from "./group.ts";
import type { ComputedState, GroupStore } from "./group-store.ts";

interface Announcement {
  readonly mark: string;
  readonly at: Date;
  /**
   * True if one computation was already requested because of this announcement. When the announcement becomes due
   * again, the second and last computation is requested, and the announcement is removed.
   */
  readonly again?: true;
}

type Kept = Group & { readonly openedAt: Date | undefined; readonly announced?: readonly Announcement[] };

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];
}

/** Groups in memory. */
export function createInMemoryGroupStore(): GroupStore {
  const groups = new Map<string, Kept>();
  const living = () => [...groups.values()].filter((group) => !group.deletedAt).sort((a, b) => (a.id < b.id ? -1 : 1));
  const byUuid = (uuid: string) => [...groups.values()].find((group) => group.uuid === uuid);
  const toGroup = ({ openedAt: _, announced: __, ...group }: Kept): Group => group;
  const put = (group: Kept, change: Partial<Kept>) => groups.set(group.id, { ...group, ...change });
  const unchanged = (uuid: string, { before, filterRevision, computed }: ComputedState) => {
    const group = byUuid(uuid);
    if (!group || group.deletedAt || group.filterRevision !== filterRevision) return undefined;
    const { filledRevision, membersRevision } = group;
    const same = filledRevision === filterRevision && membersRevision === before && group.computed <= computed;
    return same ? group : undefined;
  };

  return {
    async find(id) {
      const group = groups.get(id);
      return group && toGroup(group);
    },
    async findByUuid(uuid) {
      const group = byUuid(uuid);
      return group && toGroup(group);
    },
    async findMany(ids) {
      return new Map(
        living()
          .filter(({ id }) => ids.includes(id))
          .map((group) => [group.id, toGroup(group)]),
      );
    },
    async findManyByUuid(uuids) {
      return new Map(
        living()
          .filter(({ uuid }) => uuids.includes(uuid))
          .map((group) => [group.uuid, toGroup(group)]),
      );
    },
    async list(after, limit) {
      return living()
        .filter(({ id }) => after === undefined || id > after)
        .slice(0, limit)
        .map(toGroup);
    },
    count: async () => living().length,
    async create(group, before) {
      const found = groups.get(group.id);
      if (found?.revision !== before || (found && !found.deletedAt)) return false;
      const fresh = { filledRevision: 0, members: null, held: null, wanted: 1, computed: 0, deletedAt: null };
      const { membersRevision = 0, heldSequence = 0 } = found ?? {};
      groups.set(group.id, { ...group, ...fresh, membersRevision, heldSequence, openedAt: group.createdAt });
      return true;
    },
    async edit(group, before) {
      const found = groups.get(group.id);
      if (found?.uuid !== group.uuid || found.revision !== before || found.deletedAt) return false;
      const { revision, name, description, filter, filterRevision, updatedAt, updatedBy } = group;
      const refill = filterRevision === revision ? { wanted: found.wanted + 1, openedAt: updatedAt, held: null } : {};
      put(found, { revision, name, description, filter, filterRevision, updatedAt, updatedBy, ...refill });
      return true;
    },
    async markDeleted({ id, uuid, revision, updatedAt, updatedBy, deletedAt }, before) {
      const found = groups.get(id);
      if (found?.uuid !== uuid || found.revision !== before || found.deletedAt) return false;
      put(found, { revision, updatedAt, updatedBy, deletedAt, openedAt: updatedAt, members: null, held: null });
      return true;
    },
    async announceChange(uuids, mark, at) {
      for (const group of uuids.flatMap((uuid) => byUuid(uuid) ?? []))
        put(group, { announced: [...(group.announced ?? []), { mark, at }] });
    },
    async wantMembers(uuids, at, mark) {
      for (const group of uuids.flatMap((uuid) => byUuid(uuid) ?? [])) {
        const announced = group.announced?.filter((one) => one.mark !== mark) ?? [];
        put(group, { wanted: group.wanted + 1, openedAt: group.openedAt ?? at, announced });
      }
    },
    async wantAnnounced(until, at, again) {
      for (const group of groups.values()) {
        if (!group.announced?.some((one) => one.at <= until)) continue;
        const announced = group.announced.flatMap((one): Announcement[] => {
          if (one.at > until) return [one];
          return one.again ? [] : [{ ...one, at: again, again: true }];
        });
        put(group, { wanted: group.wanted + 1, openedAt: group.openedAt ?? at, announced });
      }
    },
    async noteFilled(uuid, filterRevision) {
      const group = byUuid(uuid);
      if (!group || group.deletedAt || group.filterRevision !== filterRevision) return false;
      put(group, { filledRevision: filterRevision });
      return true;
    },
    async publishMembers(uuid, members, state) {
      const group = unchanged(uuid, state);
      if (!group) return false;
      const { after, computed } = state;
      const done = group.wanted === computed;
      put(group, {
        members,
        membersRevision: after,
        held: null,
        computed,
        openedAt: done ? undefined : group.openedAt,
      });
      return done;
    },
    async holdMembers(uuid, held, state) {
      const group = unchanged(uuid, state);
      if (!group || (group.held?.sequence !== held.sequence && group.heldSequence !== held.sequence - 1)) return false;
      const { computed } = state;
      const done = group.wanted === computed;
      put(group, { held, heldSequence: held.sequence, computed, openedAt: done ? undefined : group.openedAt });
      return done;
    },
    async releaseMembers(uuid, { sequence }, { before, after, at }) {
      const group = byUuid(uuid);
      if (!group || group.deletedAt || group.membersRevision !== before || group.held?.sequence !== sequence)
        return false;
      const { hash, addressCount, memberCount, filterRevision } = group.held;
      const members = { hash, addressCount, memberCount, filterRevision, updatedAt: at };
      put(group, { members, membersRevision: after, held: null });
      return true;
    },
    countHeld: async () => living().filter(({ held }) => held !== null).length,
    oldestHeld: async () => earliest(living().map(({ held }) => held?.since)),
    oldestOpen: async () => earliest(living().map(({ openedAt }) => openedAt)),
    async noteCleaned(uuid) {
      const group = byUuid(uuid);
      if (group?.deletedAt) put(group, { openedAt: undefined });
    },
    async listOpen(until, limit) {
      const time = ({ openedAt }: Kept) => openedAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const open = [...groups.values()].filter((group) => time(group) <= until.getTime());
      return open
        .sort((a, b) => time(a) - time(b))
        .slice(0, limit)
        .map(({ uuid }) => uuid);
    },
  };
}
