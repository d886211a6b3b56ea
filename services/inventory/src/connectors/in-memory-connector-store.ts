import type { Connector, ConnectorStore } from "./connector-store.ts";

/** Connectors in memory. */
export function createInMemoryConnectorStore(): ConnectorStore {
  const kept = new Map<string, { connector: Connector; secretHash: string }>();
  const removed = new Map<string, Date>();
  return {
    async list() {
      return [...kept.values()].map(({ connector }) => connector).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async insert(connector, secretHash) {
      if (kept.has(connector.id)) return false;
      kept.set(connector.id, { connector, secretHash });
      return true;
    },
    async remove(id, at) {
      const found = kept.get(id);
      if (found) removed.set(found.connector.uuid, at);
      return kept.delete(id);
    },
    listRemoved: async (limit) => [...removed].slice(0, limit).map(([uuid, removedAt]) => ({ uuid, removedAt })),
    async purgeRemoved(uuid) {
      removed.delete(uuid);
    },
    findWithSecretHash: async (id) => kept.get(id),
    async noteUpload(uuid, at) {
      for (const entry of kept.values()) {
        const { connector } = entry;
        const newer = connector.lastUploadAt === null || connector.lastUploadAt < at;
        if (connector.uuid === uuid && newer) entry.connector = { ...connector, lastUploadAt: at };
      }
    },
  };
}
