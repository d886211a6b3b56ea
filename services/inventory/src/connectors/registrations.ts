import { cached } from "@network-access/service-runtime/cached";
import type { ConnectorStore } from "./connector-store.ts";

/** How long a process goes by what it read of the registrations. */
const KEPT_MS = 1_000;
/** By then no process goes by what it read before, also where a clock goes slower than this one. */
const FORGOTTEN_MS = 1_250;

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "remove">;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsedMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Which registrations of connectors hold. Calls throw while the record engine is away. */
export interface Registrations {
  /** UUIDs of registrations, as the record had them at most a second ago. */
  readonly lately: () => Promise<ReadonlySet<string>>;
  /** The same, but right about these: of what is asked for after a removal was answered, none that was removed. */
  readonly among: (uuids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Removes a connector; false when there is none. Answers when every process has forgotten it. */
  readonly remove: (id: string) => Promise<boolean>;
}

/**
 * Registrations are remembered for a second in each process, so that an item by its key takes one look at the record.
 * That is never seen from outside: a removal takes as long to be answered as somebody may go by what was before.
 */
export function createRegistrations({ connectors, now, elapsedMs, pause }: Needs): Registrations {
  const read = async () => new Set((await connectors.list()).map((connector) => connector.uuid));
  const lately = cached(read, KEPT_MS, elapsedMs);
  return {
    lately,
    async among(uuids) {
      const known = await lately();
      // One that is not there may have been registered since.
      return uuids.every((uuid) => known.has(uuid)) ? known : read();
    },
    async remove(id) {
      const removed = await connectors.remove(id, now());
      if (removed) await pause(FORGOTTEN_MS);
      return removed;
    },
  };
}
