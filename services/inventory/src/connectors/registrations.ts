import { cached } from "@network-access/service-runtime/cached";
import type { ConnectorStore } from "./connector-store.ts";

/** The time for which a process caches the registrations. */
const CACHED_MS = 1_000;
/**
 * The time that `remove` waits after it has stored the removal. By then the caches of all processes have expired. The
 * time is longer than `CACHED_MS`, because the clocks of processes may run at different speeds.
 */
const EXPIRED_MS = 1_250;

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "remove">;
  readonly now: () => Date;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** The valid registrations of connectors. Calls throw while the database is unavailable. */
export interface Registrations {
  /** Returns the UUIDs of the registrations. The result may be up to a second old. */
  readonly recent: () => Promise<ReadonlySet<string>>;
  /**
   * Like `recent`, but up to date for the given UUIDs. The result contains a given UUID as soon as its registration is
   * stored, and no longer contains it once `remove` has resolved.
   */
  readonly among: (uuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Removes a connector. Resolves when the caches of all processes have expired. Returns false if there is no such
   * connector.
   */
  readonly remove: (id: string) => Promise<boolean>;
}

/**
 * Caches the registrations in each process for a second. When a client reads an item by its key, the registration of
 * the item's connector is usually in the cache, so that only the item has to be queried. `remove` resolves only when
 * the caches of all processes have expired.
 */
export function createRegistrations({ connectors, now, elapsedMs, pause }: Needs): Registrations {
  const read = async () => new Set((await connectors.list()).map((connector) => connector.uuid));
  const recent = cached(read, CACHED_MS, elapsedMs);
  return {
    recent,
    async among(uuids) {
      const known = await recent();
      // A connector that the cache lacks may have been registered since the cache was filled. In this case, the
      // registrations are read from the database.
      return uuids.every((uuid) => known.has(uuid)) ? known : read();
    },
    async remove(id) {
      const removed = await connectors.remove(id, now());
      if (removed) await pause(EXPIRED_MS);
      return removed;
    },
  };
}
