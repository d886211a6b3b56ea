import type { Connector, ConnectorStore } from "../connector-store.ts";

/** Connectors in memory. */
export function createInMemoryConnectorStore(): ConnectorStore {
  const kept = new Map<string, { connector: Connector; secretHash: string }>();
  return {
    async list() {
      return [...kept.values()].map(({ connector }) => connector).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async insert(connector, secretHash) {
      if (kept.has(connector.id)) return false;
      kept.set(connector.id, { connector, secretHash });
      return true;
    },
    remove: async (id) => kept.delete(id),
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
