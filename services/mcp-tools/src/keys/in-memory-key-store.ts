import type { KeyStore } from "./key-store.ts";
import type { ToolKey } from "./tool-key.ts";

export function createInMemoryKeyStore(): KeyStore {
  const kept = new Map<string, { key: ToolKey; readonly secretHash: string }>();
  return {
    async insert(key, secretHash) {
      kept.set(key.id, { key, secretHash });
    },
    find: async (id) => kept.get(id)?.key,
    async findByHashes(secretHashes) {
      const wanted = new Set(secretHashes);
      const found = [...kept.values()].filter(({ secretHash }) => wanted.has(secretHash));
      return new Map(found.map(({ key, secretHash }) => [secretHash, key]));
    },
    async list({ after, limit }) {
      const inOrder = [...kept.values()].map(({ key }) => key).sort(newestFirst);
      return inOrder.filter((key) => after === null || newestFirst(after, key) < 0).slice(0, limit);
    },
    async revoke(id, { at, by }) {
      const entry = kept.get(id);
      if (entry?.key.revokedAt === null) entry.key = { ...entry.key, revokedAt: at, revokedBy: by };
    },
    async noteUse(id, hour) {
      const entry = kept.get(id);
      if (!entry) return;
      const { lastUsedAt } = entry.key;
      if (lastUsedAt === null || lastUsedAt < hour) entry.key = { ...entry.key, lastUsedAt: hour };
    },
  };
}

type Placed = Pick<ToolKey, "createdAt" | "id">;

function newestFirst(a: Placed, b: Placed): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);
}
