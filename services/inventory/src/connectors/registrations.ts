import { cached } from "@network-access/service-runtime/cached";
import type { ConnectorStore } from "./connector-store.ts";

/** The time for which a process caches the registrations. */
const CACHED_MS = 1_000;
/**
 * `remove` waits for this time after it has stored the removal. When the wait ends, the caches of all processes have
 * expired, even if the clock of another process is slower than the clock of this process.
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
   * Returns the same as `recent`, but the result is current for these UUIDs. It includes a connector as soon as the
   * registration is stored. It does not include a connector whose removal has been answered.
   */
  readonly among: (uuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Removes a connector. Resolves when the caches of all processes have expired. Returns false if there is no such
   * connector.
   */
  readonly remove: (id: string) => Promise<boolean>;
}

/**
 * Caches the registrations in each process for a second, so that reading an item by its key takes only one query.
 * Clients can't notice the cache, because a removal is answered only after all caches have expired.
 */
export function createRegistrations({ connectors, now, elapsedMs, pause }: Needs): Registrations {
  const read = async () => new Set((await connectors.list()).map((connector) => connector.uuid));
  const recent = cached(read, CACHED_MS, elapsedMs);
  return {
    recent,
    async among(uuids) {
      const known = await recent();
      // A connector that the cache lacks may have been registered since the cache was filled.
      return uuids.every((uuid) => known.has(uuid)) ? known : read();
    },
    async remove(id) {
      const removed = await connectors.remove(id, now());
      if (removed) await pause(EXPIRED_MS);
      return removed;
    },
  };
}
