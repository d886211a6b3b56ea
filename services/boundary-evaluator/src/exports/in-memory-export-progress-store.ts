import type { ExportProgress, ExportProgressStore } from "./export-progress-store.ts";

/** The progress of exports without an engine, for tests. */
export function inMemoryExportProgressStore(): ExportProgressStore {
  const held = new Map<string, ExportProgress>();
  const keyOf = (integrationUuid: string, changeRequestUuid: string) => `${integrationUuid}:${changeRequestUuid}`;
  return {
    async find(integrationUuid, changeRequestUuid) {
      return held.get(keyOf(integrationUuid, changeRequestUuid)) ?? null;
    },
    async replace(next, previous) {
      const key = keyOf(next.integrationUuid, next.changeRequestUuid);
      if (held.get(key)?.attempt !== previous?.attempt) return false;
      held.set(key, next);
      return true;
    },
    async markExported({ integrationUuid, changeRequestUuid, attempt }) {
      const key = keyOf(integrationUuid, changeRequestUuid);
      const found = held.get(key);
      if (found?.attempt === attempt) held.set(key, { ...found, exported: true });
    },
    async removeOf(integrationUuid, limit) {
      const found = [...held].filter(([, one]) => one.integrationUuid === integrationUuid).slice(0, limit);
      for (const [key] of found) held.delete(key);
      return found.length;
    },
  };
}
