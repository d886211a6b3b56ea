import { cached } from "@network-access/service-runtime/cached";
import type { ConnectorStore } from "./connector-store.ts";

/** How long a process caches the registrations. */
const CACHED_MS = 1_000;
/** After this time every cache has expired, even in a process whose clock is slower than this one. */
const EXPIRED_MS = 1_250;

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "remove">;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Which registrations of connectors are valid. Calls throw while the database is unavailable. */
export interface Registrations {
  /** UUIDs of the registrations, at most a second old. */
  readonly recent: () => Promise<ReadonlySet<string>>;
  /**
   * Gives the same as `recent`, but without its delay for these UUIDs. A connector is included as soon as its
   * registration is stored. A connector is not included once its removal has been answered.
   */
  readonly among: (uuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Removes a connector. False means that there is none. Resolves when the caches of all processes have expired. */
  readonly remove: (id: string) => Promise<boolean>;
}

/**
 * Each process caches registrations for a second, so that reading an item by its key takes only one query. Clients
 * can't notice the cache, because a removal is answered only after every cache has expired.
 */
export function createRegistrations({ connectors, now, elapsedMs, pause }: Needs): Registrations {
  const read = async () => new Set((await connectors.list()).map((connector) => connector.uuid));
  const recent = cached(read, CACHED_MS, elapsedMs);
  return {
    recent,
    async among(uuids) {
      const known = await recent();
      // A missing one may have been registered since.
      return uuids.every((uuid) => known.has(uuid)) ? known : read();
    },
    async remove(id) {
      const removed = await connectors.remove(id, now());
      if (removed) await pause(EXPIRED_MS);
      return removed;
    },
  };
}
