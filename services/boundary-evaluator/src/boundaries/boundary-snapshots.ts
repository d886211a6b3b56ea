import { countLookups } from "@network-access/service-runtime/cache-lookups";
import { coalesce } from "@network-access/service-runtime/coalesce";
import { orderIds } from "../judging/model/order-ids.ts";
import type { Boundary } from "./boundary.ts";
import type { BoundarySequence, BoundaryStore } from "./boundary-store.ts";

/**
 * The enforced boundaries at one moment, ordered by id. A snapshot never changes. After a change of the boundaries
 * there is a new object, so other caches can use the object as a key.
 */
export interface BoundarySnapshot {
  readonly boundaries: readonly Boundary[];
}

/** The cache of enforced boundaries in this process. */
export interface BoundarySnapshots {
  /** Returns a snapshot that includes every change acknowledged before the call. */
  current(): Promise<BoundarySnapshot>;
  /**
   * Compares the cache with the versions of all stored boundaries, and updates the cache where they differ. This finds
   * a change even if the process that made the change crashed before it raised the sequence number.
   */
  compareAll(): Promise<void>;
}

interface Loaded {
  readonly sequence: number;
  readonly byId: ReadonlyMap<string, Boundary>;
  readonly snapshot: BoundarySnapshot;
}

/** The number of boundaries in one read. */
const BATCH = 500;

/**
 * Creates the cache of enforced boundaries. Every change of a boundary raises a sequence number. The cache is up to
 * date if the sequence number has not changed since the cache was loaded.
 */
export function createBoundarySnapshots(needs: {
  readonly boundaries: Pick<BoundaryStore, "findHeads" | "headVersions">;
  readonly sequence: Pick<BoundarySequence, "current" | "changesSince">;
}): BoundarySnapshots {
  let loaded: Loaded | null = null;
  let loading: Promise<Loaded> | null = null;
  const countLookup = countLookups("boundaries");

  /**
   * Loads the boundaries, after any load in progress has ended. If `whole` is true or no boundaries were loaded yet,
   * compares every boundary with the store. Otherwise, reads only the changes since the last load. Reads nothing if
   * `whole` is false and the last load already reached the sequence number `atLeast`.
   */
  function load(whole: boolean, atLeast: number): Promise<Loaded> {
    const before = loading;
    const next = (async () => {
      await before?.catch(() => undefined);
      if (!whole && loaded !== null && loaded.sequence >= atLeast) return loaded;
      loaded = await (whole || loaded === null ? loadAll(loaded) : loadChanges(loaded));
      return loaded;
    })();
    loading = next;
    const clear = () => {
      if (loading === next) loading = null;
    };
    next.then(clear, clear);
    return next;
  }

  async function loadAll(known: Loaded | null): Promise<Loaded> {
    // The sequence number must be read before the boundaries. If a boundary changes between the two reads, the next
    // call finds a higher number and loads the boundary again.
    const sequence = await needs.sequence.current();
    const byId = new Map<string, Boundary>();
    const wanted: string[] = [];
    for await (const { id, uuid, revision, enforced } of needs.boundaries.headVersions()) {
      if (!enforced) continue;
      const cached = known?.byId.get(id);
      if (cached?.uuid === uuid && cached.revision === revision) byId.set(id, cached);
      else wanted.push(id);
    }
    await fetchInto(byId, wanted);
    return keep(known, sequence, byId);
  }

  async function loadChanges(known: Loaded): Promise<Loaded> {
    const { sequence, changedIds } = await needs.sequence.changesSince(known.sequence);
    if (changedIds === null) return loadAll(known);
    const byId = new Map(known.byId);
    for (const id of changedIds) byId.delete(id);
    await fetchInto(byId, [...new Set(changedIds)]);
    return keep(known, sequence, byId);
  }

  async function fetchInto(byId: Map<string, Boundary>, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += BATCH) {
      for (const boundary of await needs.boundaries.findHeads(ids.slice(start, start + BATCH)))
        if (boundary.enforced) byId.set(boundary.id, boundary);
    }
  }

  const currentSequence = coalesce(needs.sequence.current);
  return {
    async current() {
      const sequence = await currentSequence();
      // Sequence numbers only grow. If the current number is below the cached one, the database was replaced. `load`
      // then compares all boundaries with the cached ones.
      const isCurrent = loaded?.sequence === sequence;
      countLookup(isCurrent);
      if (loaded !== null && isCurrent) return loaded.snapshot;
      return (await load(loaded !== null && loaded.sequence > sequence, sequence)).snapshot;
    },
    async compareAll() {
      await load(true, 0);
    },
  };
}

function keep(known: Loaded | null, sequence: number, byId: ReadonlyMap<string, Boundary>): Loaded {
  if (known !== null && sameBoundaries(known.byId, byId))
    return { sequence, byId: known.byId, snapshot: known.snapshot };
  const boundaries = [...byId.values()].sort((a, b) => orderIds(a.id, b.id));
  return { sequence, byId, snapshot: { boundaries } };
}

function sameBoundaries(a: ReadonlyMap<string, Boundary>, b: ReadonlyMap<string, Boundary>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, { uuid, revision }] of a) {
    const other = b.get(id);
    if (other?.uuid !== uuid || other.revision !== revision) return false;
  }
  return true;
}
