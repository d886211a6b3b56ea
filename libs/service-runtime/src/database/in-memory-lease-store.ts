import type { LeaseStore } from "./lease-store.ts";

/** Creates a store that keeps leases in memory. */
export function createInMemoryLeaseStore(): LeaseStore {
  const leases = new Map<string, { holder: string | null; until: Date; mark: Date | null }>();
  return {
    async acquire(name, { holder, at, until }) {
      const found = leases.get(name);
      if (found && found.until > at && found.holder !== holder) return undefined;
      const mark = found?.mark ?? null;
      leases.set(name, { holder, until, mark });
      return { mark };
    },
    async mark(name, holder, mark) {
      const found = leases.get(name);
      if (found?.holder === holder) leases.set(name, { ...found, mark });
    },
    async release(name, holder) {
      const found = leases.get(name);
      if (found?.holder === holder) leases.set(name, { ...found, holder: null, until: new Date(0) });
    },
  };
}
