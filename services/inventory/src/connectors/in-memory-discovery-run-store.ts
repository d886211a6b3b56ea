import type { DiscoveryRun, DiscoveryRunStore } from "./discovery-run.ts";

/** Discovery runs in memory. */
export function createInMemoryDiscoveryRunStore(): DiscoveryRunStore {
  const runs = new Map<string, DiscoveryRun>();
  const last = new Map<string, number>();
  const all = () => [...runs.values()];
  const keyOf = ({ connectorUuid, discoveryId }: Pick<DiscoveryRun, "connectorUuid" | "discoveryId">) =>
    JSON.stringify([connectorUuid, discoveryId]);
  const change = (run: DiscoveryRun, more: (found: DiscoveryRun) => Partial<DiscoveryRun>) => {
    const found = runs.get(keyOf(run));
    if (found) runs.set(keyOf(run), { ...found, ...more(found) });
  };

  return {
    async findOrOpen(connectorUuid, discoveryId, open) {
      const key = keyOf({ connectorUuid, discoveryId });
      const found = runs.get(key);
      if (found) return found;
      const sequence = (last.get(connectorUuid) ?? 0) + 1;
      last.set(connectorUuid, sequence);
      const run = { discoveryId, connectorUuid, sequence, ...open, closedAt: null, cleanUp: null };
      runs.set(key, run);
      return run;
    },
    async find(connectorUuid, discoveryId) {
      return runs.get(keyOf({ connectorUuid, discoveryId }));
    },
    async listNewer(connectorUuid, sequence, limit) {
      return all()
        .filter((run) => run.connectorUuid === connectorUuid && run.sequence > sequence)
        .sort((a, b) => a.sequence - b.sequence)
        .slice(0, limit);
    },
    async close(run, at) {
      change(run, (found) => ({ closedAt: found.closedAt ?? at }));
    },
    async noteCleanUp(run, counts) {
      change(run, (found) => ({ cleanUp: found.cleanUp ?? counts }));
      return runs.get(keyOf(run))?.cleanUp ?? counts;
    },
    async listUnfinished(closedBefore, limit) {
      return all()
        .filter((run) => run.closedAt !== null && run.closedAt < closedBefore && run.cleanUp === null)
        .slice(0, limit);
    },
    async purge(openedBefore, limit) {
      const old = all().filter((run) => run.openedAt < openedBefore);
      for (const run of old.slice(0, limit)) runs.delete(keyOf(run));
      return Math.min(old.length, limit);
    },
  };
}
