import type { Integration } from "./integration.ts";
import type { IntegrationStore, RemovedIntegration } from "./integration-store.ts";

/** An integration store in memory, for tests. */
export function inMemoryIntegrationStore(): IntegrationStore {
  const stored = new Map<string, Integration>();
  const removed = new Map<string, string>();
  const byUuid = (uuid: string) => [...stored.values()].find((integration) => integration.uuid === uuid) ?? null;
  return {
    async list() {
      return [...stored.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async find(id) {
      return stored.get(id) ?? null;
    },
    async findByUuid(uuid) {
      return byUuid(uuid);
    },
    async insert(integration) {
      if (stored.has(integration.id)) return false;
      stored.set(integration.id, integration);
      return true;
    },
    async change(uuid, { name, url, enabled }) {
      const found = byUuid(uuid);
      if (!found) return null;
      const changed = { ...found, name, url, enabled };
      stored.set(found.id, changed);
      return changed;
    },
    async reseal(uuid, before, after) {
      const found = byUuid(uuid);
      if (found?.secret.sealed === before.sealed) stored.set(found.id, { ...found, secret: after });
    },
    async remove(id, at, uuid) {
      const found = stored.get(id);
      if (!found || (uuid !== undefined && found.uuid !== uuid)) return false;
      removed.set(found.uuid, at);
      return stored.delete(id);
    },
    async removed(after, limit) {
      const placeOf = ({ uuid, removedAt }: RemovedIntegration) => `${removedAt} ${uuid}`;
      return [...removed]
        .map(([uuid, removedAt]) => ({ uuid, removedAt }))
        .filter((entry) => after === null || placeOf(entry) > placeOf(after))
        .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
        .slice(0, limit);
    },
    async purgeRemoved(uuid) {
      removed.delete(uuid);
    },
  };
}
