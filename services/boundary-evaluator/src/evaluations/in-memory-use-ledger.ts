import type { BoundaryUsage, BoundaryUse, UseLedger } from "./use-ledger.ts";

/** A ledger in memory, for tests. */
export function inMemoryUseLedger(): UseLedger {
  const uses = new Map<string, BoundaryUse>();
  return {
    async add(added) {
      for (const use of added) {
        const key = `${use.changeRequestUuid}:${use.revision}:${use.boundaryUuid}`;
        if (!uses.has(key)) uses.set(key, use);
      }
    },
    async usage(boundaryUuids) {
      const usage = new Map<string, BoundaryUsage>();
      for (const uuid of boundaryUuids) {
        const times = [...uses.values()]
          .filter(({ boundaryUuid }) => boundaryUuid === uuid)
          .map(({ usedAt }) => usedAt);
        if (times.length > 0) usage.set(uuid, { useCount: times.length, lastUsedAt: times.sort().at(-1) ?? null });
      }
      return usage;
    },
  };
}
