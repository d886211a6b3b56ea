import type { DiscoveryRun, DiscoveryRunStore } from "../discovery-run.ts";

/** Discovery runs in memory. */
export function createInMemoryDiscoveryRunStore(): DiscoveryRunStore {
  const runs = new Map<string, DiscoveryRun>();
  const last = new Map<string, number>();
  return {
    async findOrOpen(connectorUuid, discoveryId, open) {
      const key = JSON.stringify([connectorUuid, discoveryId]);
      const found = runs.get(key);
      if (found) return found;
      const sequence = (last.get(connectorUuid) ?? 0) + 1;
      last.set(connectorUuid, sequence);
      const run = { discoveryId, connectorUuid, sequence, ...open };
      runs.set(key, run);
      return run;
    },
  };
}
