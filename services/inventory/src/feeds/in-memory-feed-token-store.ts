import type { GroupStore } from "../groups/group-store.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

/** Creates an in-memory store of feed tokens. `findWithGroup` reads the group from `groups`. */
export function createInMemoryFeedTokenStore(
  groups: Pick<GroupStore, "find"> = createInMemoryGroupStore(),
): FeedTokenStore {
  const kept = new Map<string, { token: FeedToken; readonly secretHash: string }>();
  return {
    async insert(token, secretHash) {
      kept.set(token.id, { token, secretHash });
    },
    async findWithGroup(secretHash, groupId) {
      const entry = [...kept.values()].find((candidate) => candidate.secretHash === secretHash);
      return entry && { token: entry.token, group: await groups.find(groupId) };
    },
    async listByGroup(groupUuids) {
      const tokens = [...kept.values()]
        .map(({ token }) => token)
        .filter(({ groupUuid }) => groupUuids.includes(groupUuid))
        .sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime());
      return Map.groupBy(tokens, ({ groupUuid }) => groupUuid);
    },
    remove: async (id) => kept.delete(id),
    async noteFetch(id, at) {
      const entry = kept.get(id);
      const newer = entry && (entry.token.lastFetchedAt === null || entry.token.lastFetchedAt < at);
      if (newer) entry.token = { ...entry.token, lastFetchedAt: at };
    },
    async listUnused(before, after, limit) {
      return [...kept.values()]
        .map(({ token }) => token)
        .filter(({ id, issuedAt, lastFetchedAt }) => id > after && issuedAt < before && (lastFetchedAt ?? 0) < before)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}
