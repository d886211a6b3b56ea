import type { ExportProgress, ExportProgressStore } from "./export-progress-store.ts";

/** The progress of exports in memory, for tests. */
export function inMemoryExportProgressStore(): ExportProgressStore {
  const stored = new Map<string, ExportProgress>();
  const keyOf = (integrationUuid: string, changeRequestUuid: string) => `${integrationUuid}:${changeRequestUuid}`;
  return {
    async find(integrationUuid, changeRequestUuid) {
      return stored.get(keyOf(integrationUuid, changeRequestUuid)) ?? null;
    },
    async replace(next, previous) {
      const key = keyOf(next.integrationUuid, next.changeRequestUuid);
      if (stored.get(key)?.attempt !== previous?.attempt) return false;
      stored.set(key, next);
      return true;
    },
    async markExported({ integrationUuid, changeRequestUuid, attempt }) {
      const key = keyOf(integrationUuid, changeRequestUuid);
      const found = stored.get(key);
      if (found?.attempt === attempt) stored.set(key, { ...found, exported: true });
    },
    async removeOf(integrationUuid, limit) {
      const found = [...stored].filter(([, progress]) => progress.integrationUuid === integrationUuid).slice(0, limit);
      for (const [key] of found) stored.delete(key);
      return found.length;
    },
  };
}
